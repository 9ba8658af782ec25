import type { OfficePackage } from './package.ts';

/** What a package has that is neither text nor run, shown or fetched. */
export function packageNotes(file: OfficePackage): string[] {
  const outside = file.outsideCount();
  return [
    ...(file.hasMacros ? ['It has macros, which are never run.'] : []),
    ...(file.inside.length > 0
      ? [
          `It has ${file.inside.length} pictures or embedded files, which are its attachments: their words are not in the text.`,
        ]
      : []),
    ...(outside > 0 ? [`It refers to ${outside} files or addresses outside, which are never fetched.`] : []),
  ];
}
