import { z } from 'zod';
import { emptiable, presumed } from '../../src/contract/operations/field-marks.ts';
import { alsoCalled } from '../../src/contract/operations/other-words.ts';
import { attributes, checkForDuplicates, day, more, named, text } from './fields.ts';

/**
 * Other names of the tax number. The record of a company has it inside `CompanyInfo`, the record of an individual
 * outside.
 */
const taxNumbers = ['INN', 'TIN', 'TaxId', 'TaxNumber', 'ИНН'];
const person = {
  LastName: text(200, 'Last name').optional(),
  FirstName: text(200, 'First name').optional(),
  MiddleName: text(200, 'Middle name').optional(),
  CompanyId: named('participant', 'Employer').optional(),
  JobTitle: text(200, 'Job title').optional(),
  DateOfBirth: day('Date of birth').optional(),
  SSN: text(50, 'Insurance number').optional(),
};
const company = {
  Name: text(500, 'Name').optional(),
  IdNumber: alsoCalled(text(20, 'INN').optional(), ...taxNumbers),
  KPP: text(9, 'KPP').optional(),
  OGRN: text(15, 'OGRN').optional(),
  OKPO: text(14, 'OKPO').optional(),
  LegalFormId: named('legal form').optional(),
};
const contact = {
  Email: text(400, 'E-mail').optional(),
  Phone: text(400, 'Phones').optional(),
  Site: text(2000, 'Site').optional(),
  Address: text(2000, 'Address').optional(),
  EmailMain: text(320, 'Main e-mail').optional(),
  PhoneMain: text(50, 'Main phone').optional(),
};
const all = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(emptiable(shape, ...(Object.keys(shape) as (keyof Shape & string)[])));
/**
 * Fields that every version of the operations has. The API description mentions name, type, main phone and e-mail
 * (Participant).
 */
export const documented = {
  Name: presumed(text(500, 'Name').optional()),
  ContactInfo: presumed(z.strictObject(contact).optional().describe('Contacts')),
  Attributes: attributes,
  CheckForDuplicates: checkForDuplicates,
};
export const fields = {
  ...documented,
  INN: alsoCalled(presumed(text(12, 'INN of an individual').optional()), ...taxNumbers.slice(1)),
  IndividualInfo: presumed(z.strictObject(person).optional().describe('For an individual')),
  CompanyInfo: presumed(z.strictObject(company).optional().describe('For a company')),
  ...more,
};
/** The fields of `documented` in an update, in which null clears a field of `ContactInfo`. */
export const changedDocumented = {
  ...documented,
  ContactInfo: presumed(all(contact).optional().describe('Contacts')),
};
export const changed = {
  ...emptiable(fields, 'INN'),
  ...changedDocumented,
  IndividualInfo: presumed(all(person).optional().describe('For an individual')),
  CompanyInfo: presumed(all(company).optional().describe('For a company')),
};
