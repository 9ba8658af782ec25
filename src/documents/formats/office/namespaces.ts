const transitional = 'http://schemas.openxmlformats.org';
const strict = 'http://purl.oclc.org/ooxml';

/** Prefixes of the OOXML namespaces. Each namespace has two names; strict files use the second one. */
const families: readonly (readonly [prefix: string, transitional: string, strict: string])[] = [
  ['w', '/wordprocessingml/2006/main', '/wordprocessingml/main'],
  ['s', '/spreadsheetml/2006/main', '/spreadsheetml/main'],
  ['p', '/presentationml/2006/main', '/presentationml/main'],
  ['a', '/drawingml/2006/main', '/drawingml/main'],
  ['wp', '/drawingml/2006/wordprocessingDrawing', '/drawingml/wordprocessingDrawing'],
  ['pic', '/drawingml/2006/picture', '/drawingml/picture'],
  ['dgm', '/drawingml/2006/diagram', '/drawingml/diagram'],
  ['c', '/drawingml/2006/chart', '/drawingml/chart'],
  ['xdr', '/drawingml/2006/spreadsheetDrawing', '/drawingml/spreadsheetDrawing'],
  ['m', '/officeDocument/2006/math', '/officeDocument/math'],
  ['r', '/officeDocument/2006/relationships', '/officeDocument/relationships'],
  ['app', '/officeDocument/2006/extended-properties', '/officeDocument/extendedProperties'],
];

/** Prefixes that this directory uses for namespaces, independent of the prefixes in a file. */
export const openXml: ReadonlyMap<string, string> = new Map([
  ...families.flatMap(([prefix, old, later]) => [
    [`${transitional}${old}`, prefix] as const,
    [`${strict}${later}`, prefix] as const,
  ]),
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  [`${transitional}/package/2006/relationships`, 'rel'],
  [`${transitional}/package/2006/content-types`, 'types'],
  [`${transitional}/package/2006/metadata/core-properties`, 'core'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingGroup', 'wpg'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
  ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', 'x18tc'],
]);
