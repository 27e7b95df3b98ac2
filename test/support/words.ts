/** The words of a text that lists names, in any number of lines. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
