import type { Entity, FieldValues } from './entity.ts';

/** Companies and individuals. */

export interface Participant extends Entity {
  name: string;
  type: 'Individual' | 'Company';
  individual?: {
    lastName: string;
    firstName: string;
    middleName?: string;
    companyId?: string;
    jobTitle?: string;
    dateOfBirth?: string;
    ssn?: string;
  };
  company?: {
    name: string;
    idNumber?: string;
    kpp?: string;
    ogrn?: string;
    okpo?: string;
    legalFormId?: string;
  };
  contact: {
    email?: string;
    phone?: string;
    site?: string;
    address?: string;
    emailMain?: string;
    phoneMain?: string;
  };
  /** Tax number of an individual; a company's is `company.idNumber`. */
  inn?: string;
  ledesClientId?: string;
  attributes: FieldValues;
}
