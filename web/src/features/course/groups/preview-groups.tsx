// Groups as they would be: how many people, who, who would lead them, and how many of each value of the balanced field.
import { useTexts } from '../../../i18n.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { list } from '../../../ui/format.ts'
import type { PreviewGroup } from './queries.ts'

export function PreviewGroups({ groups, valueText }: { groups: readonly PreviewGroup[]; valueText?: (value: string) => string }) {
  const t = useTexts('groups')
  return (
    <ul aria-label={t('preview')} className="divide-y divide-line rounded-card border">
      {groups.map(({ id, name, people, values, leader_id }) => (
        <li key={id ?? name} className="px-3.5 py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-medium">{name}</bdi>
            <span className="tabular text-small text-text-2">{t('peopleCount', { count: people.length })}</span>
            {id === null && <Chip tone="accent">{t('isNew')}</Chip>}
            {valueText &&
              values.map(({ value, count }) => (
                <span key={value} className="tabular text-caption text-text-2">
                  {valueText(value)} {count}
                </span>
              ))}
          </p>
          {leader_id && (
            <p className="text-small text-text-2">{t('ledBy', { name: people.find((person) => person.id === leader_id)?.name ?? '' })}</p>
          )}
          {people.length > 0 && <p className="text-small text-text-2">{list(people.map((person) => person.name))}</p>}
        </li>
      ))}
    </ul>
  )
}
