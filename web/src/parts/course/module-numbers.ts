// Numbers of modules in lists. Names that are numbered already get none: never “1. 1. What a wave is”.

const units =
  'module|unit|week|chapter|part|lesson|lecture|session|topic|section|day|modul|bab|minggu|pekan|pertemuan|bagian|bahagian|topik|kuliah|sesi|hari'
const numbered = new RegExp(
  [
    String.raw`\(?\d{1,3}(?:\.\d{1,3})*\s*[.):、．：–—-]`,
    String.raw`\d{1,3}(?:\.\d{1,3})+\s`,
    String.raw`[ivx]{1,5}[.)]\s`,
    String.raw`(?:${units})\s*(?:ke-?)?\s*(?:\d|[ivx]{1,5}\b)`,
    String.raw`第\s*[\d一二三四五六七八九十百]+\s*(?:章|节|節|课|課|周|週|单元|單元|讲|講|部分|天|回|篇)`,
    String.raw`(?:单元|單元|模块|模組|主题|主題)\s*[\d一二三四五六七八九十]`,
    String.raw`[一二三四五六七八九十]{1,3}、`,
    String.raw`(?:บทเรียน|บท|หน่วย|สัปดาห์|ครั้ง|ตอน|โมดูล)(?:ที่)?\s*[\d๐-๙]`,
  ]
    .map((pattern) => `(?:${pattern})`)
    .join('|'),
  'iu',
)
const isNumbered = (name: string): boolean => name.trimStart().search(numbered) === 0

/** Whether the names of a course's modules bear numbers of their own: then a list adds none, since two counts side by side would differ. */
export const numberThemselves = (modules: readonly { name: string }[]): boolean => modules.some(({ name }) => isNumbered(name))

/** The number of a module from 1; undefined where it has none. */
export function moduleNumber(modules: readonly { id: string; name: string; sort: number }[], id: string | undefined): number | undefined {
  if (numberThemselves(modules)) return undefined
  const index = modules.toSorted((a, b) => a.sort - b.sort).findIndex((module) => module.id === id)
  return index < 0 ? undefined : index + 1
}
