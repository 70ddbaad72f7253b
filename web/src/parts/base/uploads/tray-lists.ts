// Lists of the tray beside the queue: folders sent as wholes, and refused files with their reasons.
import { atom } from 'jotai'
import type { Refusal } from './file-rules.ts'

export type SentFolder = { key: string; name: string; keys: readonly string[]; fault?: string }
export const sentFolders = atom<readonly SentFolder[]>([])
export const refusedFiles = atom<readonly Refusal[]>([])
