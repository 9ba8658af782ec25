/** Device names of Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

export const isDeviceName = (name: string): boolean => device.test(name.trimStart());

/** Characters that are invisible on a screen, and dots. U+2800 is a Braille pattern without dots. */
const unseen = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800.]/gu;

/**
 * Checks whether users can see a file name and open the file. This requires a visible character before the extension,
 * and a name that is not a Windows device name.
 */
export const isUsableName = (name: string): boolean =>
  name.replace(/\.[^.]*$/u, '').replace(unseen, '') !== '' && !isDeviceName(name);

/** Message for a refused name. */
export const unusableName =
  'it must contain a visible character before the extension and must not be a device name of Windows such as CON: choose another one';
