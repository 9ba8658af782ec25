import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import { linkAnnotation } from '../links.ts';
import { createFlow } from './flow.ts';
import type { RtfContext, RtfGroup } from './state.ts';

/** Handles RTF destinations: groups whose content is not part of the surrounding text. */
export interface RtfDestinations {
  /** Begins a destination. @returns whether the control word starts one */
  begin(word: string, isStarred: boolean, group: RtfGroup): boolean;
}

const left = new Set([
  ...['stylesheet', 'listtable', 'listoverridetable', 'info', 'pict', 'themedata', 'nonshppict', 'shprslt'],
  ...['sp', 'nonesttables', 'tc', 'xe', 'rxe', 'txe', 'template', 'ftnsep', 'ftnsepc', 'ftncn'],
  ...['aftnsep', 'aftnsepc', 'aftncn', 'filetbl', 'private', 'objclass', 'objname', 'doccomm', 'comment'],
  ...['keywords', 'category', 'company', 'manager', 'hlinkbase', 'buptim', 'printim'],
]);
/** Destinations that contain text although they are marked as optional for older programs. */
const starredText = new Set(['shpinst', 'nesttableprops', 'ud', 'shppict', 'do', 'dptxbxtext']);
const propertyNames: Readonly<Record<string, string>> = {
  title: 'title',
  subject: 'subject',
  author: 'author',
  operator: 'last changed by',
};
const moments: Readonly<Record<string, string>> = { creatim: 'created', revtim: 'modified' };
const maxKept = 5_000;
/** Maximum number of authors of tracked changes. Changes by further authors have no name. */
const maxAuthors = 1_000;

/** Creates the handler. @param text receives the text of the document */
export function createDestinations(context: RtfContext, text: RtfGroup['onText']): RtfDestinations {
  const { counters, properties } = context;
  const counts = { footnotes: 0, endnotes: 0 };
  let commentAuthor = '';
  /** Collects the words of a group and passes them to `end` when the group ends. */
  const keep = (group: RtfGroup, end: (words: string) => void) => {
    let words = '';
    group.onText = (some) => {
      if (words.length < maxKept) words += some;
    };
    group.onEnd = () => end(words.trim());
  };
  /** Reads a group as a separate text flow and passes it to `end` as one line. */
  const flow = (group: RtfGroup, end: (line: string) => void) => {
    const lines: string[] = [];
    group.flow = createFlow(context.take, {
      line: (line) => void lines.push(line.trim()),
      page: () => undefined,
    });
    Object.assign(group, { onText: text, heading: 0, isInTable: false, link: undefined });
    group.onEnd = () => {
      group.flow.finish();
      end(lines.filter((line) => line !== '').join(' '));
    };
  };
  const margin = (kind: string) => (group: RtfGroup) =>
    flow(group, (line) => void (line !== '' && context.margins.add(inMark(kind, line))));
  const known: Readonly<Record<string, (group: RtfGroup) => void>> = {
    fonttbl(group) {
      group.onText = (name, { font }) => {
        const known = context.fonts.get(font) ?? { page: undefined, name: '', isSymbols: false };
        context.fonts.set(font, { ...known, name: `${known.name}${name}`.replace(';', '').slice(0, 100) });
      };
    },
    revtbl(group) {
      let name = '';
      group.onText = (text) => {
        for (const letter of text)
          if (letter !== ';') name += name.length < maxKept ? letter : '';
          else {
            if (context.authors.length < maxAuthors) context.authors.push(name.trim());
            name = '';
          }
      };
    },
    colortbl: (group) => colors(group, context),
    header: margin('header'),
    headerl: margin('header'),
    headerr: margin('header'),
    headerf: margin('header'),
    footer: margin('footer'),
    footerl: margin('footer'),
    footerr: margin('footer'),
    footerf: margin('footer'),
    footnote(group) {
      const outer = group.flow;
      flow(group, (line) => {
        counts.footnotes += 1;
        outer.annotation(inMark(`^${counts.footnotes}`, line));
      });
    },
    annotation(group) {
      const outer = group.flow;
      flow(group, (line) => {
        counters.comments += 1;
        outer.annotation(` ${inMark(`comment by ${commentAuthor || '?'}`, line)}`);
      });
    },
    atnauthor: (group) =>
      keep(group, (words) => {
        commentAuthor = words;
      }),
    shptxt: (group) => flow(group, (line) => void (line !== '' && context.output.line(line))),
    field(group) {
      const link = { instruction: '', shown: '' };
      const { flow: outer } = group;
      group.link = link;
      group.onEnd = () => {
        const address = /^\s*HYPERLINK\s+"([^"]*)"/.exec(link.instruction)?.[1];
        if (address !== undefined) outer.annotation(linkAnnotation(address, link.shown));
      };
    },
    fldinst: (group) =>
      keep(group, (words) => {
        if (group.link !== undefined) group.link.instruction = words;
      }),
    listtext: (group) => label(group, keep, text),
    pntext: (group) => label(group, keep, text),
    upr: (group) => void Object.assign(group, { replacing: group.onText, onText: undefined }),
    ud(group) {
      group.onText = group.replacing;
    },
  };
  return {
    begin(word, isStarred, group) {
      if (word === 'pict') counters.pictures += 1;
      const property = propertyNames[word];
      const moment = moments[word];
      // Document properties are stored in a group whose other content is skipped (`onText` is undefined).
      if (property !== undefined && group.onText === undefined)
        keep(group, (words) => {
          if (words !== '') properties[property] = words;
        });
      else if (moment !== undefined) {
        context.moment = {};
        group.onEnd = () => {
          const { yr = 0, ...rest } = context.moment ?? {};
          if (yr > 0) properties[moment] = written(yr, rest);
          context.moment = undefined;
        };
      } else if (Object.hasOwn(known, word) && (group.onText !== undefined || word === 'ud'))
        known[word]?.(group);
      else if (left.has(word) || (isStarred && !starredText.has(word))) group.onText = undefined;
      else return false;
      return true;
    },
  };
}

function label(
  group: RtfGroup,
  keep: (group: RtfGroup, end: (words: string) => void) => void,
  text: RtfGroup['onText'],
): void {
  const outer = { ...group };
  keep(group, (words) => {
    if (words !== '') text?.(/[\p{L}\p{N}]/u.test(words) ? `${words} ` : '- ', outer);
  });
}

/** Maximum number of entries in the colour table, which has the form `\red255\green255\blue255;`. */
const maxColors = 10_000;

function colors(group: RtfGroup, context: RtfContext): void {
  let place = 0;
  context.moment = {};
  group.onText = (text) => {
    for (const letter of text) {
      if (letter !== ';') continue;
      const { red, green, blue } = context.moment ?? {};
      // An entry without colours means the default colour of the program, so it is not stored.
      if (red !== undefined && place < maxColors) context.colors.set(place, [red, green ?? 0, blue ?? 0]);
      context.moment = {};
      place += 1;
    }
  };
  group.onEnd = () => {
    context.moment = undefined;
  };
}

function written(yr: number, { mo = 1, dy = 1, hr = 0, min = 0 }: Record<string, number>): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${yr}-${two(mo)}-${two(dy)}T${two(hr)}:${two(min)}`;
}
