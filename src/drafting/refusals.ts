import { InvalidArgumentsError } from '../contract/errors.ts';

/** Creates the error for a template that cannot be used. */
export const refusedTemplate = (why: string) =>
  new InvalidArgumentsError(`template: ${why} Nothing was filed.`);

export const damagedTemplate = () =>
  refusedTemplate('it cannot be read as a Word document: open it in Word and save it as .docx.');
