import { hostileArchives } from './archives.ts';
import type { Bait, HostileFile } from './hostile-file.ts';
import { hostileMails } from './mails.ts';
import { hostileOffice } from './office.ts';
import { hostilePdfs } from './pdfs.ts';
import { hostilePictures } from './pictures.ts';
import { hostileTexts } from './texts.ts';

/** All hostile files. Each is created on demand. */
export const hostileFiles = (bait: Bait): readonly HostileFile[] => [
  ...hostileTexts(bait),
  ...hostileArchives,
  ...hostileMails,
  ...hostilePictures,
  ...hostileOffice(bait),
  ...hostilePdfs(bait),
];
