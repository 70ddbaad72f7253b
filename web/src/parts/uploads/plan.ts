// What of a choice goes up and what does not, before a byte is sent: loose files, folders as wholes, and why the rest stays.
import { isLeaving, nameIsValid, type Refusal, type Rules, sort } from './file-rules.ts'
import type { Found, Gathered } from './gather.ts'

export type FolderRules = Rules & { maxLevel?: number; maxFiles?: number }
export type FolderFault = { code: 'folderExceedsMaxLevel' | 'fileExceedsMaxCount' | 'fileUpload.nameError'; limit: number }
export type PlannedFolder = { name: string; files: Found[]; folders: (readonly string[])[]; fault?: FolderFault }
export type Plan = {
  files: Found[]
  folders: PlannedFolder[]
  /** Not sent, each with its reason; files of a folder by their path. */
  unsupported: Refusal[]
}

/** `depth`: how many folders the place itself lies in. A folder that goes too deep or holds too much stays as a whole. */
export function plan({ found, folders }: Gathered, rules: FolderRules, depth = 0): Plan {
  const kept = found.filter(({ file }) => !isLeaving(file.name))
  const roots = [...new Set([...folders.map(([root]) => root), ...kept.map(({ path }) => path[0])])].filter((root) => root !== undefined)
  const unsupported: Refusal[] = []
  const fitting = (some: Found[]) => {
    const { fine, refused } = sort(
      some.map((one) => ({ one, name: one.file.name, size: one.file.size })),
      rules,
      ({ one }) => [...one.path, one.file.name].join('/'),
    )
    unsupported.push(...refused)
    return fine.map(({ one }) => one)
  }
  const files = fitting(kept.filter(({ path }) => path.length === 0))
  const planned = roots.map((name): PlannedFolder => {
    const inside = kept.filter(({ path }) => path[0] === name)
    const below = folders.filter(([root]) => root === name)
    const levels = Math.max(1, ...below.map(({ length }) => length), ...inside.map(({ path }) => path.length))
    const { maxLevel = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = rules
    const folder = { name, files: [] as Found[], folders: below }
    if (below.some((path) => !nameIsValid(path.at(-1) ?? ''))) return { ...folder, fault: { code: 'fileUpload.nameError', limit: 255 } }
    if (depth + levels >= maxLevel + 1) return { ...folder, fault: { code: 'folderExceedsMaxLevel', limit: maxLevel } }
    if (inside.length > maxFiles) return { ...folder, fault: { code: 'fileExceedsMaxCount', limit: maxFiles } }
    return { ...folder, files: fitting(inside) }
  })
  return { files, folders: planned, unsupported }
}

/** Which sentence speaks of sizes: some are empty, some are too large, or both. */
export function sizeNote(refused: readonly Refusal[]): 'zero' | 'tooLarge' | 'both' | undefined {
  const has = (code: Refusal['code']) => refused.some((one) => one.code === code)
  const [zero, large] = [has('fileUpload.zeroSize'), has('fileUpload.tooLarge')]
  return zero && large ? 'both' : zero ? 'zero' : large ? 'tooLarge' : undefined
}
