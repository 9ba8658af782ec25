/** Why nothing was learnt of a service, for a person. */
export const nothingLearnt = {
  'no reference': 'the service has no reference at /swagger, or nobody may read it',
  'YAML alone':
    'the service’s reference is there as YAML alone, which is not read: have it published as JSON too',
  'another product': 'the reference of this service shows hardly any operation of the API',
} as const;

export type NothingLearnt = keyof typeof nothingLearnt;
