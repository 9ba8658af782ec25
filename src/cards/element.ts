type Child = Node | string | undefined | false;

const isShown = (child: Child): child is Node | string =>
  child !== undefined && child !== false && child !== '';

interface Properties {
  readonly class?: string | undefined;
  readonly id?: string | undefined;
  /** Attributes as in HTML. `false` omits the attribute. */
  readonly [attribute: string]: string | boolean | undefined;
}

/** Creates an element. Strings become text nodes, so markup in them has no effect. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(properties))
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : value);
  made.append(...children.filter(isShown));
  return made;
}

/** Creates a button. Ignores clicks that were not made by a person. */
export function button(
  properties: Properties,
  pressed: (event: MouseEvent) => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...properties }, ...children);
  made.addEventListener('click', (event) => {
    if (event.isTrusted) pressed(event);
  });
  return made;
}

/** Creates an element for text from records, which may have another writing direction. */
export const bdi = (text: string, className?: string): HTMLElement =>
  element('bdi', { class: className, dir: 'auto' }, text);

const shapes = {
  event: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  deadline: 'M4 14V2.5M4 3h8.5l-2 2.75 2 2.75H4',
  document: 'M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.3M6.2 8.5h4M6.2 11h4',
  case: 'M2 5h12v8.5H2zM6 5V2.8h4V5M2 9h12',
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  later: 'M2.5 8h10M9 4.5L12.5 8 9 11.5',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  alert: 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.6v.1',
};
export type Shape = keyof typeof shapes;

/** Creates a small icon. Screen readers skip it, so the text next to it must say the same. */
export function icon(shape: Shape): SVGElement {
  const [svg, path] = (['svg', 'path'] as const).map((name) =>
    document.createElementNS('http://www.w3.org/2000/svg', name),
  ) as [SVGSVGElement, SVGPathElement];
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', shapes[shape]);
  svg.append(path);
  return svg;
}
