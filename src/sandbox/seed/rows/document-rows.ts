import type { FieldValues } from '../../state/entities/entity.ts';

/** Rarely used properties of a document. */
interface More {
  readonly isTemplate?: true;
  readonly version?: number;
  /** Days since the last change. */
  readonly changed?: number;
  /** Logins of signers. A leading minus means revoked. */
  readonly signedBy?: readonly string[];
  readonly attributes?: FieldValues;
}

/**
 * `place` is `@` and the key of a case, the key of a folder, or null for the root of the section. A name without
 * extension denotes a folder.
 */
export type DocumentRow = readonly [
  key: string,
  place: string | null,
  name: string,
  type: string | null,
  author: string,
  age: number,
  more?: More,
];

export const documentRows: readonly DocumentRow[] = [
  ['templates', null, 'Шаблоны / Templates', null, 'admin', 300],
  [
    'templateClaim',
    'templates',
    'Шаблон претензии.txt',
    'LetterBeforeClaim',
    'admin',
    299,
    { isTemplate: true },
  ],
  [
    'templateReply',
    'templates',
    'Reply to claim (template).txt',
    'ReplyToClaim',
    'admin',
    298,
    { isTemplate: true },
  ],
  [
    'templatePower',
    'templates',
    'Шаблон доверенности.html',
    'PowerOfAttorney',
    'admin',
    297,
    { isTemplate: true },
  ],
  ['shared', null, 'Общие документы / Shared', null, 'head', 290],
  ['rules', 'shared', 'Регламент судебной работы.md', 'Minutes', 'head', 280, { version: 3, changed: 40 }],
  ['phones', 'shared', 'Phone list.csv', null, 'nowork', 200],
  ['rootNote', null, 'Памятка для новичка.txt', 'Correspondence', 'admin', 150],

  ['smithPleadings', '@smith', 'Pleadings', null, 'anna', 118],
  ['smithEvidence', '@smith', 'Evidence', null, 'anna', 117],
  ['smithPhotos', 'smithEvidence', 'Photos', null, 'john', 100],
  [
    'smithClaim',
    'smithPleadings',
    'Statement of claim.txt',
    'StatementOfClaim',
    'anna',
    110,
    { version: 2, changed: 108, signedBy: ['anna'], attributes: { Pages: 14, Confidential: false } },
  ],
  ['smithDefence', 'smithPleadings', 'Defence of Northbridge Ltd.txt', 'Defence', 'john', 70],
  [
    'smithContract',
    'smithEvidence',
    'Service contract.txt',
    'Contract',
    'oleg',
    116,
    { attributes: { Pages: 9 } },
  ],
  ['smithExpert', 'smithEvidence', 'Expert report, A. Whitcombe.txt', 'ExpertReport', 'anna', 21],
  ['smithPhotoList', 'smithPhotos', 'List of photos.csv', null, 'john', 99],
  [
    'smithSettlement',
    '@smith',
    'Settlement agreement (draft).txt',
    'Settlement',
    'anna',
    9,
    {
      version: 4,
      changed: 3,
      signedBy: ['anna', '-john'],
      attributes: { Pages: 5, Tags: ['draft', 'privileged'] },
    },
  ],
  ['smithLetter', '@smith', 'Letter to Northbridge.eml', 'Correspondence', 'anna', 6],
  ['smithOrder', '@smith', 'Order for directions.txt', 'Order', 'kate', 5],
  ['smithBundle', '@smith', 'Hearing bundle.zip', null, 'oleg', 4],
  // The service refuses to extract this archive, because of one forbidden file in it.
  ['smithForbidden', '@smith', 'Contractor files.zip', null, 'john', 15],

  ['vectorProcess', '@vector', 'Процессуальные документы', null, 'ivan', 94],
  ['vectorLetters', '@vector', 'Переписка', null, 'ivan', 93],
  [
    'vectorClaim',
    'vectorProcess',
    'Исковое заявление.txt',
    'StatementOfClaim',
    'ivan',
    91,
    { version: 3, changed: 90, signedBy: ['ivan', 'head'], attributes: { Pages: 11 } },
  ],
  ['vectorDefence', 'vectorProcess', 'Отзыв АО «Северный мост».txt', 'Defence', 'maria', 40],
  ['vectorOrder', 'vectorProcess', 'Определение о назначении заседания.txt', 'Order', 'oleg', 18],
  ['vectorPower', '@vector', 'Доверенность № 5.txt', 'PowerOfAttorney', 'head', 92, { signedBy: ['-head'] }],
  ['vectorPayment', '@vector', 'Платёжное поручение № 311.txt', 'PaymentOrder', 'accountant', 91],
  ['vectorAct', 'vectorLetters', 'Акт сверки.csv', 'Reconciliation', 'accountant', 60],
  ['vectorLetter', 'vectorLetters', 'Письмо ответчику.eml', 'Correspondence', 'ivan', 8],
  ['vectorArchive', '@vector', 'Материалы дела.zip', null, 'oleg', 7],

  ['deltaExhibits', '@delta', 'Exhibits', null, 'john', 205],
  [
    'deltaClaim',
    '@delta',
    'Particulars of claim.txt',
    'StatementOfClaim',
    'john',
    200,
    { signedBy: ['john'] },
  ],
  ['deltaReport', 'deltaExhibits', 'Packaging report.txt', 'ExpertReport', 'john', 150],
  ['deltaMinutes', '@delta', 'Minutes of the case conference.md', 'Minutes', 'kate', 12],
  ['deltaJudgment', '@delta', 'Judgment on the preliminary issue.txt', 'Judgment', 'anna', 30],

  ['lutikClaim', '@lutik', 'Иск ООО «Лютик».txt', 'StatementOfClaim', 'maria', 70],
  ['lutikWrit', '@petrovWrit', 'Исполнительный лист.txt', 'Writ', 'oleg', 165],
  ['ivanovaClaim', '@ivanova', 'Иск о заливе квартиры.txt', 'StatementOfClaim', 'maria', 74],
  ['ivanovaReport', '@ivanova', 'Заключение эксперта.html', 'ExpertReport', 'maria', 44],
  ['romashkaList', '@romashkaInsolvency', 'Реестр требований кредиторов.csv', null, 'ivan', 100],
  ['auditAct', '@vectorAudit', 'Акт налоговой проверки.txt', 'Minutes', 'maria', 50],
  ['fireAct', '@warehouse', 'Акт осмотра.txt', 'Minutes', 'maria', 38],
  ['millReport', '@millLane', 'Survey of Mill Lane.txt', 'ExpertReport', 'anna', 20],
  // A file with a forbidden extension, as if it had been stored before the extension was forbidden.
  ['tool', '@millLane', 'Damage calculator.exe', null, 'it', 31],
  [
    'supplyContract',
    '@supply',
    'Договор поставки № 17.txt',
    'Contract',
    'maria',
    248,
    { signedBy: ['maria', 'head'] },
  ],
  ['supplyAmendment', '@supply', 'Дополнительное соглашение № 1.txt', 'Amendment', 'maria', 120],
  [
    'engagementLetter',
    '@engagement',
    'Engagement letter.txt',
    'Contract',
    'anna',
    118,
    { signedBy: ['anna'] },
  ],
  ['expertiseContract', '@expertise', 'Договор на экспертизу.txt', 'Contract', 'ivan', 49],
  ['lease', '@lease', 'Lease of 4 Dock Road.txt', 'Contract', 'kate', 88],
  [
    'bridgeLetter',
    '@bridgeClaim',
    'Претензия № 7.txt',
    'LetterBeforeClaim',
    'ivan',
    128,
    { signedBy: ['ivan'] },
  ],
  ['bridgeReply', '@bridgeClaim', 'Ответ на претензию № 7.txt', 'ReplyToClaim', 'ivan', 99],
  ['inquiryNote', '@inquiry', 'Объяснительная записка.txt', 'Correspondence', 'head', 25],
  ['oldJudgment', '@oldMill', 'Final judgment.txt', 'Judgment', 'anna', 190],

  // Office documents, whose bytes are generated on first use.
  ['smithDemand', '@smith', 'Northbridge, letter of demand.docx', 'LetterBeforeClaim', 'oleg', 2],
  ['smithTerms', '@smith', 'Terms of settlement, redline.docx', 'Settlement', 'john', 8],
  ['smithScan', '@smith', 'Northbridge, first letter (scan).pdf', 'Correspondence', 'oleg', 24],
  ['smithMail', '@smith', 'Northbridge, disclosure.eml', 'Correspondence', 'anna', 7],
  ['vectorDemand', 'vectorLetters', 'Претензия ответчика.docx', 'LetterBeforeClaim', 'oleg', 2],
  ['vectorScan', 'vectorLetters', 'Письмо ответчика (скан).pdf', 'Correspondence', 'oleg', 25],
  ['vectorAmended', 'vectorProcess', 'Уточнённый иск.docx', 'StatementOfClaim', 'ivan', 28],
  ['vectorDebt', '@vector', 'Расчёт задолженности.xlsx', 'Reconciliation', 'accountant', 29],
  ['vectorAdjourned', 'vectorProcess', 'Определение об отложении.pdf', 'Order', 'oleg', 12],
  ['vectorMail', 'vectorLetters', 'Возражения с приложениями.eml', 'Correspondence', 'maria', 9],
  ['vectorExhibits', 'vectorLetters', 'Приложения ответчика.zip', null, 'maria', 9],
  ['supplyPrinted', '@supply', 'Поставка № 17, печатная форма.pdf', 'Contract', 'maria', 247],
  ['supplyChanges', '@supply', 'Поставка № 17, правки.docx', 'Amendment', 'maria', 33],
  [
    'templateMotion',
    'templates',
    'Шаблон ходатайства.docx',
    'Correspondence',
    'admin',
    296,
    { isTemplate: true },
  ],
];
