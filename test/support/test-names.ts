const declaration =
  /^( *)(describe|it|test)(?:\.(?:each|skipIf|runIf)(?:<[\s\S]*?>(?=\())?\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\3).)*)\3/gm;

/** The tests of a source as `group > test`, by the words it is written with. */
export function testNames(source: string): string[] {
  let group = '';
  const names: string[] = [];
  for (const [, indent, kind, , text = ''] of source.matchAll(declaration)) {
    const name = text.replaceAll(/\\(.)/g, '$1');
    if (kind === 'describe') group = `${name} > `;
    else names.push(`${indent ? group : ''}${name}`);
  }
  return names;
}
