// What the tray lists beside the queue: folders that were sent as wholes, and files that were not taken, with their reasons.
import { atom } from 'jotai'
import type { Refusal } from './file-rules.ts'

export type SentFolder = { key: string; name: string; keys: readonly string[]; fault?: string }
export const sentFolders = atom<readonly SentFolder[]>([])
export const notTaken = atom<readonly Refusal[]>([])
