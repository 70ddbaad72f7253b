// Chooses between a course's content by modules and the lists of one kind; a course without any shows nothing.
import { useTexts } from '../../../i18n.ts'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { type ListName, offeredLists } from '../../../parts/learning/course/content-lists.ts'
import { useContentList } from './use-content-list.ts'

export default function ContentListChoice({ activities, teaches }: { activities: readonly ActivityRow[]; teaches: boolean }) {
  const t = useTexts('content-lists')
  const [list, choose] = useContentList()
  const offered = offeredLists(activities, teaches)
  const shown = list && !offered.includes(list) ? [list, ...offered] : offered
  if (shown.length === 0) return null
  return (
    <Select<ListName | ''>
      label={t('kind')}
      hideLabel
      className="w-[220px] max-tablet:w-full"
      value={list ?? ''}
      onChange={(next) => choose(next || undefined)}
      options={[{ value: '', label: t('everything') }, ...shown.map((name) => ({ value: name, label: t(`list.${name}`) }))]}
    />
  )
}
