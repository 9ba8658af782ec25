/** Text of a tool as its words alone, without the lines that mark the service's part of them as data. */
export const unfence = (text: string): string =>
  text.replace(/(?:The service says:\n)?<data-([\w-]{16})>\n([\s\S]*?)\n<\/data-\1>/g, '$2');
