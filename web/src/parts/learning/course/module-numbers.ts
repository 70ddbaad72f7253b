// Numbers of modules in lists. Names that are numbered already get none: never “1. 1. Waves”.

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
const plain = (name: string) => name.normalize('NFKC').trimStart()
const isNumbered = (name: string): boolean => plain(name).search(numbered) === 0
/** A bare number at the beginning: a count only where it is that of the module's place, as in “3 ways to surf” it is not. */
const bare = /^[#[(]?0{0,2}(\d{1,3})(?=[\])]?\s|[\])]?[\p{Script=Han}\p{Script=Thai}])/u
const hasItsNumber = (name: string, place: number): boolean => Number(bare.exec(plain(name))?.[1]) === place

/** Whether the names of a course's modules, in their order, bear numbers of their own: then a list adds none, since two counts side by side would
 *  differ. */
export const numberThemselves = (modules: readonly { name: string }[]): boolean =>
  modules.some(({ name }, index) => isNumbered(name) || hasItsNumber(name, index + 1))

/** The number of a module from 1; undefined where it has none. */
export function moduleNumber(modules: readonly { id: string; name: string; sort: number }[], id: string | undefined): number | undefined {
  const inOrder = modules.toSorted((a, b) => a.sort - b.sort)
  if (numberThemselves(inOrder)) return undefined
  const index = inOrder.findIndex((module) => module.id === id)
  return index < 0 ? undefined : index + 1
}
