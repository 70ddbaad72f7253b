// The state of a module for students now. Pure.
import type { Module } from './content.ts'

export type ModuleState = 'hidden' | 'opens' | 'closed' | 'open'

export function moduleStateOf(
  { published, starts_at, ends_at }: Pick<Module, 'published' | 'starts_at' | 'ends_at'>,
  now: number,
): ModuleState {
  if (!published) return 'hidden'
  if (starts_at !== null && Date.parse(starts_at) > now) return 'opens'
  return ends_at !== null && Date.parse(ends_at) <= now ? 'closed' : 'open'
}
