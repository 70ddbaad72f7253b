// Names in an archive of submissions by a pattern: {person}/{file}. Pure.

export type ArchiveFile = { submission_id: string; name: string; path: string }
/** The parts of a pattern. */
export const placeholders = ['number', 'person', 'file', 'n', 'title'] as const
export const defaultPattern = '{number}_{person}/{file}'

/** A name that every file system takes; at most 120 characters of each part. */
const safe = (part: string): string => {
  const dot = part.lastIndexOf('.')
  const [stem, ending] = dot > 0 && part.length - dot <= 12 ? [part.slice(0, dot), part.slice(dot)] : [part, '']
  const clean = (text: string) =>
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f<>:"\\|?*/]/g, '_')
      .trim()
  return `${[...clean(stem)].slice(0, 120).join('')}${clean(ending)}`.replace(/^[._\s-]+(?=.)|[.\s]+$/g, '') || '_'
}

/** "17_Mei Lin/essay.pdf" → 17 and Mei Lin; "Submission 17/file-1.pdf" has no number of its own. */
function authorOf(path: string): { number: string; person: string } {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  const [, number = '', person = folder] = /^([^_/]+)_(.+)$/.exec(folder) ?? []
  return { number, person }
}

/** The names of all files in their order, each once: another one of the same name gets " (2)". An empty pattern is the default. */
export function archiveNames(files: readonly ArchiveFile[], pattern: string, title: string): string[] {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return files.map((file) => {
    const n = (counts.get(file.submission_id) ?? 0) + 1
    counts.set(file.submission_id, n)
    const values: Record<string, string> = { ...authorOf(file.path), file: file.name, n: String(n), title }
    // a pattern without the file's name would lose what kind of file it is
    const whole = `${pattern.trim() || defaultPattern}${pattern.includes('{file}') || !pattern.trim() ? '' : '_{file}'}`
    const path = whole
      .split('/')
      .map((part) => part.replace(/\{(\w+)\}/g, (found, name: string) => (values[name] ?? found).replaceAll('/', '_')))
      .filter((part) => part.trim() !== '')
      .map(safe)
      .join('/')
    const dot = path.lastIndexOf('.')
    const split = dot > path.lastIndexOf('/') + 1 ? dot : path.length
    let name = path
    for (let again = 2; used.has(name.toLowerCase()); again++) name = `${path.slice(0, split)} (${again})${path.slice(split)}`
    used.add(name.toLowerCase())
    return name
  })
}
