// The views of the specification as a choice of what is shown: beside the calendar, and where there is no room for that, behind a button.
import { ListFilter } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { type Kind, kinds, type Month } from '../../parts/learning/calendar/items.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { CountBadge } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/menus/popover.tsx'
import { KindIcon } from './kind-icon.tsx'

type Props = { shown: readonly Kind[]; data: Month | undefined; onShown: (shown: readonly Kind[]) => void }

/** Those that the organisation has. */
const offeredOf = (data: Month | undefined) =>
  kinds.filter((kind) =>
    kind === 'timetable' ? data?.timetables !== false : kind === 'cloud_classroom' ? data?.cloud_classrooms !== false : true,
  )

export function Kinds({ shown, data, onShown }: Props) {
  const t = useTexts('calendar')
  const offered = offeredOf(data)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-semibold text-text-2">{t('show')}</legend>
      <div className="flex flex-col">
        <Checkbox
          label={t('kind.all')}
          checked={offered.every((kind) => shown.includes(kind))}
          onChange={(all) => onShown(all ? kinds : [])}
        />
        {offered.map((kind) => (
          <span key={kind} className="flex items-center justify-between gap-2">
            <Checkbox
              label={t(`kind.${kind}`)}
              checked={shown.includes(kind)}
              onChange={(on) => onShown(on ? [...shown, kind] : shown.filter((one) => one !== kind))}
            />
            <KindIcon kind={kind} className="mr-1.5" />
          </span>
        ))}
      </div>
    </fieldset>
  )
}

export function KindsButton(props: Props) {
  const t = useTexts('calendar')
  const hidden = offeredOf(props.data).filter((kind) => !props.shown.includes(kind)).length
  const label = hidden > 0 ? t('showHidden', { count: hidden }) : t('show')
  return (
    <Popover
      label={t('show')}
      width={260}
      trigger={{ label, icon: ListFilter, ...(hidden > 0 && { badge: <CountBadge count={hidden} /> }) }}
    >
      {() => (
        <div className="p-4">
          <Kinds {...props} />
        </div>
      )}
    </Popover>
  )
}
