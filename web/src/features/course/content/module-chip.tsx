// Chip of a module that students do not see, or not at this time; nothing while it is open.
import { CalendarClock, CalendarX, EyeOff } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import type { Module } from '../../../parts/learning/course/content.ts'
import { moduleStateOf } from '../../../parts/learning/course/module-state.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { dateTime } from '../../../ui/format.ts'

export function ModuleChip({ module }: { module: Module }) {
  const t = useTexts('course-page')
  const state = moduleStateOf(module, Date.now())
  if (state === 'open') return null
  if (state === 'hidden')
    return (
      <Chip tone="neutral" icon={EyeOff}>
        {t('moduleHidden')}
      </Chip>
    )
  return state === 'opens' ? (
    <Chip tone="info" icon={CalendarClock}>
      {t('from', { when: dateTime(module.starts_at ?? 0).slice(5) })}
    </Chip>
  ) : (
    <Chip tone="outline" icon={CalendarX}>
      {t('closed')}
    </Chip>
  )
}
