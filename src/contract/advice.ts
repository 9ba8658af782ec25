/**
 * What a person can do about a failure. The rooms that know a cause name it by its code; its words stand here alone, and
 * so do the names of settings in them. Whole sentences, for a person or a model.
 */
export const advice = {
  'check-url': 'The operator should check CASEBRIDGE_URL.',
  'check-url-for-http': 'The operator should check CASEBRIDGE_URL: should it begin with http?',
  'check-url-for-https': 'The operator should check CASEBRIDGE_URL: should it begin with https?',
  'check-network': 'The operator should check CASEBRIDGE_URL and the network.',
  'check-certificate': 'The operator should check CASEBRIDGE_URL and that certificate.',
  'trust-authority':
    'The operator should check CASEBRIDGE_URL, and name the certificate of that authority in CASEBRIDGE_CA_FILE.',
  'check-proxy': 'The operator should check the proxy and its settings (HTTPS_PROXY, HTTP_PROXY, NO_PROXY).',
  'check-what-answers': 'CASEBRIDGE_URL may be wrong, or a sign-in page stands before the API.',
  'exempt-from-sign-in':
    'The operator should check CASEBRIDGE_URL, or exempt the API from that sign-in. Do not ask the user for a password.',
  'try-another-version':
    'This version of the operation is not deployed (try another version of the tool), or CASEBRIDGE_URL is wrong.',
  'set-login': 'Set CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD.',
  'set-domain-sign-in':
    'On a machine of the domain the operator can set CASEBRIDGE_DOMAIN_SIGN_IN=true instead of CASEBRIDGE_LOGIN and CASEBRIDGE_PASSWORD.',
  'get-ticket':
    'Whoever runs the server should sign in to the domain (kinit; on Windows with a domain account).',
  'check-ticket':
    'The operator should check that the service takes Kerberos tickets for CASEBRIDGE_DOMAIN_SERVICE, and that this account is known to it.',
  'check-domain-service':
    'The operator should set CASEBRIDGE_DOMAIN_SERVICE to the service principal of the service, such as HTTP/cases.example.com.',
  'check-domain': 'The operator should check the network, and the key servers in the Kerberos configuration.',
  'check-clock': 'The operator should set the clock of this machine.',
  'need-curl':
    'The operator should install curl with Kerberos (GSS-API, SSPI), and name its path in CASEBRIDGE_CURL where it is not the one of the system.',
  'set-path': 'The operator has to set CASEBRIDGE_MCP_SETTINGS_PATH to it.',
  'check-token-file': 'The operator should check CASEBRIDGE_SSO_TOKEN_FILE.',
  'check-login': 'The operator should check the configured login.',
  'sign-in-again': 'The user should sign in again in the assistant: its token is no longer accepted.',
  'name-the-user':
    'The operator can set CASEBRIDGE_USER_INFO_PATH, CASEBRIDGE_USER_CLAIM or, for one user, CASEBRIDGE_USER.',
  'check-who-is-asked': 'The operator should check CASEBRIDGE_USER_INFO_PATH.',
  'name-final-statuses': 'The operator can name those that are in CASEBRIDGE_FINAL_STATUSES.',
  'mend-the-record': 'The operator has to repair the file that CASEBRIDGE_AUDIT_FILE names.',
  'ask-by-own-name': 'Ask by address, or by the host of CASEBRIDGE_PUBLIC_URL.',

  'ask-otherwise':
    'The operator can use a client that supports elicitation or MCP Apps, or switch the question off for this class of tools with CASEBRIDGE_CONFIRM.',
  'switched-off-classes': 'Only the operator can change that, in CASEBRIDGE_ALLOW.',
  'switched-off-changes': 'Only the operator can change that, in CASEBRIDGE_READ_ONLY.',
  'switched-off-tools': 'Only the operator can change that, in CASEBRIDGE_TOOLS.',
  'name-hosts': 'Only the operator can name hosts for that, in CASEBRIDGE_FETCH_HOSTS.',
  'allow-host':
    'Ask the operator to allow the host (CASEBRIDGE_FETCH_HOSTS), or the user to give the file itself.',

  'give-content':
    'Give its content as text or base64; or the operator can set CASEBRIDGE_EXCHANGE_DIR where casebridge runs over stdio.',
  'give-address':
    "Give the user the document's Url instead. The operator can set CASEBRIDGE_EXCHANGE_DIR: files are saved there then.",
  'give-address-above-limit':
    'The operator can allow larger ones with CASEBRIDGE_MAX_DOWNLOAD. Give the user the document’s Url instead.',
  'ask-for-less':
    'Ask for less: a smaller PageSize. For a file, give the user the document’s Url; the operator can set CASEBRIDGE_EXCHANGE_DIR to have such files saved.',
} as const;

export type AdviceCode = keyof typeof advice;

/** What happened, and behind it what to do. */
export const withAdvice = (what: string, code: AdviceCode | undefined) =>
  code === undefined ? what : `${what} ${advice[code]}`;
