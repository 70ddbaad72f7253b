// The plan of an upload before a byte is sent: loose files, folders as wholes, and the refused files with their reasons.
import { maxNameBytes } from '@lyceum/kit/text/short-names'
import { faultOfName, isJunk, type NameFault, type Refusal, type Rules, partition } from './file-rules.ts'
import type { CollectedFile, FileCollection } from './file-collection.ts'

export type FolderRules = Rules & { maxLevel?: number; maxFiles?: number }
export type FolderFault = {
  code: 'folderExceedsMaxLevel' | 'fileExceedsMaxCount' | NameFault['code']
  limit: number
  name?: NameFault['params']
}
export type PlannedFolder = { name: string; files: CollectedFile[]; folders: (readonly string[])[]; fault?: FolderFault }
export type Plan = {
  files: CollectedFile[]
  folders: PlannedFolder[]
  /** Refused files with their reasons; those of a folder by their path. */
  unsupported: Refusal[]
}

/** `depth`: the number of folders above the target. A folder that goes too deep or holds too many files is refused as a whole. */
export function plan({ files: collected, folders }: FileCollection, rules: FolderRules, depth = 0): Plan {
  const candidates = collected.filter(({ file }) => !isJunk(file.name))
  const rootNames = [...new Set([...folders.map(([root]) => root), ...candidates.map(({ path }) => path[0])])].filter(
    (root) => root !== undefined,
  )
  const unsupported: Refusal[] = []
  const acceptedOf = (list: CollectedFile[]) => {
    const { accepted, refused } = partition(
      list.map((item) => ({ item, name: item.file.name, size: item.file.size })),
      rules,
      ({ item }) => [...item.path, item.file.name].join('/'),
    )
    unsupported.push(...refused)
    return accepted.map(({ item }) => item)
  }
  const files = acceptedOf(candidates.filter(({ path }) => path.length === 0))
  const planned = rootNames.map((name): PlannedFolder => {
    const contents = candidates.filter(({ path }) => path[0] === name)
    const subfolders = folders.filter(([root]) => root === name)
    const levels = Math.max(1, ...subfolders.map(({ length }) => length), ...contents.map(({ path }) => path.length))
    const { maxLevel = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = rules
    const folder = { name, files: [] as CollectedFile[], folders: subfolders }
    const [nameFault] = subfolders.flatMap((path) => faultOfName(path.at(-1) ?? '') ?? [])
    if (nameFault) return { ...folder, fault: { code: nameFault.code, limit: maxNameBytes, name: nameFault.params } }
    if (depth + levels >= maxLevel + 1) return { ...folder, fault: { code: 'folderExceedsMaxLevel', limit: maxLevel } }
    if (contents.length > maxFiles) return { ...folder, fault: { code: 'fileExceedsMaxCount', limit: maxFiles } }
    return { ...folder, files: acceptedOf(contents) }
  })
  return { files, folders: planned, unsupported }
}

const groups = ['empty', 'large', 'type', 'name'] as const
export type RefusalGroup = (typeof groups)[number]
const groupOf: Record<Refusal['code'], RefusalGroup> = {
  'fileUpload.zeroSize': 'empty',
  'fileUpload.tooLarge': 'large',
  'fileUpload.typeError': 'type',
  'fileUpload.nameError': 'name',
  'fileUpload.nameTooLong': 'name',
}

/** Refused files by what they have in common, in one order: a browser lists the files of a folder in any. */
export function groupRefusals(refused: readonly Refusal[]): [RefusalGroup, Refusal[]][] {
  const byGroup = Map.groupBy(refused, ({ code }) => groupOf[code])
  return groups.flatMap((group) => {
    const files = byGroup.get(group)
    return files ? [[group, files]] : []
  })
}
