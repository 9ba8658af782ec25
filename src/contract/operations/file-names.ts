/** Devices of Windows, whatever extension follows. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Checks whether Windows takes the name for a device. */
export const isDeviceName = (name: string): boolean => device.test(name.trimStart());

/** Characters that leave no trace on a screen. U+2800 is a sign of Braille without dots. */
const unseen = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800.]/gu;

/** Checks whether people can see a name and open it: there is more before its extension than blanks and dots. */
export const isUsableName = (name: string): boolean =>
  name.replace(/\.[^.]*$/u, '').replace(unseen, '') !== '' && !isDeviceName(name);

/** What is said of a name that is none. */
export const unusableName = 'no name that people can see and every system can open: give another one';
