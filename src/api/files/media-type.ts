/** Media types of case files, with extensions. Others become a general type, because a header may be any text. */
const endings: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/octet-stream': 'bin',
  'application/pdf': 'pdf',
  'application/pgp-signature': 'sig',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
  'application/rtf': 'rtf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-outlook': 'msg',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.rar': 'rar',
  'application/x-7z-compressed': '7z',
  'application/x-tar': 'tar',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'audio/x-wav': 'wav',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/rtf': 'rtf',
  'text/tab-separated-values': 'tsv',
  'text/vcard': 'vcf',
  'text/xml': 'xml',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpg',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-msvideo': 'avi',
};

const bare = (header: string) => header.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Returns the type in a `Content-Type`, without parameters. Returns undefined for unknown types. */
export const knownMediaType = (header: string): string | undefined =>
  Object.hasOwn(endings, bare(header)) ? bare(header) : undefined;

/** Returns the media type, or a general type if it is unknown. @param header a `Content-Type` */
export function mediaTypeOf(header: string): string {
  const known = knownMediaType(header);
  if (known !== undefined) return known;
  const type = bare(header);
  if (/^application\/[\w.+-]{1,100}\+json$/.test(type)) return 'application/json';
  return type.startsWith('text/') ? 'text/plain' : 'application/octet-stream';
}

/** Returns the file extension of a type, without the dot. */
export const endingOf = (mediaType: string): string => endings[mediaType] ?? 'bin';
