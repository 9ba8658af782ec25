type Child = Node | string | undefined;

interface Properties {
  readonly class?: string;
  readonly id?: string;
  /** Attributes as they stand in a page; false leaves one out. */
  readonly [attribute: string]: string | boolean | undefined;
}

/** An element. Texts become text alone: nothing here reads markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(properties))
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A text of others, whose direction stays its own. */
export const bdi = (text: string, className?: string): HTMLElement =>
  element('bdi', { class: className, dir: 'auto' }, text);

/** Names with what is said of them. */
export const pairs = (rows: readonly { readonly label: string; readonly value: string }[]): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map(({ label, value }) =>
      element('div', {}, element('dt', {}, bdi(label)), element('dd', {}, bdi(value))),
    ),
  );
