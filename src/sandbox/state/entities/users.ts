import type { AccessLevel, Section } from './access.ts';
import type { Entity, FieldValues } from './entity.ts';

/** Users and their notices. */

export interface UserGroup extends Entity {
  name: string;
  memberIds: string[];
}

export interface User extends Entity {
  name: string;
  lastName: string;
  firstName: string;
  middleName: string;
  initials: string;
  email: string;
  /** Login name. It is also the external id of domain sign-in. */
  login: string;
  password: string;
  passwordExpiresAt?: string;
  isClient: boolean;
  isLocked: boolean;
  /** True if the user is never listed. */
  isSystem: boolean;
  isAdministrator: boolean;
  lastLoginAt?: string;
  workingStatusId: string;
  roleIds: string[];
  work: {
    phone: string;
    timeZone: string;
    position: string;
    department: string;
    organization: string;
    site: string;
  };
  attributes: FieldValues;
  /** The user's own access to sections. Default: that of the roles. */
  sections: Partial<Record<Section, AccessLevel>>;
  /** Section access from the user's system roles. Updated by `applyRoles`. */
  roleSections: Partial<Record<Section, AccessLevel>>;
  /** Whether this user sees the work-information block of other users. */
  seesWorkBlock: boolean;
  /** Language of the account, which determines the default charset of archive names. */
  language: 'ru' | 'en';
}

export interface Notice extends Entity {
  kind: 'Notification' | 'Dialog' | 'Call';
  userId: string;
  senderId: string;
  text: string;
  title?: string;
  objectId?: string;
  buttons: { text: string; link: string; openInNewWindow?: boolean }[];
  closeOnClick: boolean;
  onlyInObjectCard?: boolean;
}
