import type { Unsupported } from '../src/contract/features/toolsets.ts';

/**
 * Requests from users in a law firm that no operation of the API can fulfil. A request matches if it contains a word
 * from every group: a word that starts with a listed string, or that equals a listed string after `=`.
 */
export const unsupported: readonly Unsupported[] = [
  {
    groups: [
      'send forward mail email отправ отошл послать пошли перешл перешли разосл разошл',
      'email e-mail =mail =mails почт имейл =letter письм',
    ],
    say: 'no operation sends e-mail. draft_document files a letter, find_person with contacts gives the address; the user sends it.',
  },
  {
    groups: ['=sms =смс whatsapp ватсап telegram телеграм messenger мессендж'],
    say: 'no operation sends messages to phones or messengers. notify_user shows a pop-up to a user of the service.',
  },
  {
    groups: [
      'time hour timesheet billable врем час трудозатрат таймшит',
      'entry entries log track record write book billable timesheet bill списа спиши учет учёт учест учес запис списа внес трудозатрат таймшит отработ потра',
      '=time =hours =hour timesheet billable времени =время часов =часы =часа трудозатрат таймшит',
    ],
    say: 'no operation keeps time entries or hours worked. A card field or a task description can hold a number of hours.',
  },
  {
    groups: [
      'invoice billing =bill =bills инвойс =счет =счета =счёт =счёты выставл',
      'create make send issue generate raise prepare invoice billing выстав созда сдела сформир подготов инвойс',
    ],
    say: 'no operation makes bills, invoices or payments. draft_document and create_document_from_template write such documents.',
  },
  {
    groups: [
      '=ocr =scanning сканиров отсканир распозна =scan',
      '=ocr =scanning сканиров отсканир распозна =this =these =paper =papers =it',
    ],
    say: 'no operation scans paper or recognises text in pictures. read_document reads files that have text, and shows pages as pictures with as "pages".',
  },
  {
    groups: [
      '=sign =esign подписать подпиши =подпишем',
      'document contract agreement letter file =it =this документ договор соглашен письм файл =это =его',
    ],
    say: 'no operation signs a document. get_document shows who signed it.',
  },
  {
    groups: [
      'merge combine =join concatenate split объедин склеи соедин раздел',
      '=pdf =pdfs document file пдф документ файл',
    ],
    say: 'no operation merges, splits or converts files. read_document reads each of them, draft_document writes a new one.',
  },
  {
    groups: [
      'precedent caselaw прецедент судебн =case',
      'law precedent research search find caselaw практик прецедент',
      '=law precedent caselaw практик прецедент',
    ],
    say: 'no operation searches case law or statutes. It has only the records of this service.',
  },
  {
    groups: [
      'efile e-file =file подать подай подад загруз',
      'court =кад кад. арбитр гас суд',
      'online electronic portal website =court efile e-file электронн портал онлайн сайт =кад кад. =гас =арбитр мой',
    ],
    say: 'no operation files papers with a court. create_task can plan it, create_document stores filed papers.',
  },
];
