// Import of a calendar file: chosen, looked at, taken over.
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ImportFrame } from '../../parts/learning/calendar/import-frame.tsx'
import { refreshCalendar } from '../../parts/learning/calendar/queries.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { date, dateTime, sentences } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

type Preview = Answer<'POST /api/calendar-imports/preview'>
type ReadCalendar = Preview & { ics: string }
const largest = 1_000_000

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('calendar')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const look = async (ics: string): Promise<ReadCalendar> => {
    const found = await call('POST /api/calendar-imports/preview', { body: { ics } })
    setChosen(found.events.filter(({ state }) => state !== 'known').map(({ key }) => key))
    return { ...found, ics }
  }
  const bring = async ({ ics }: ReadCalendar) => {
    const { made, changed } = await call('POST /api/calendar-imports', { body: { ics, keys: [...chosen] } })
    toast({ text: sentences(t('imported', { count: made }), changed > 0 && t('importedChanged', { count: changed })) })
    await refreshCalendar()
    onClose()
  }
  return (
    <ImportFrame
      title={t('import')}
      text={t('importText')}
      width={720}
      file={{
        title: t('importFile'),
        help: t('importHelp'),
        accept: '.ics,text/calendar',
        largest: { bytes: largest, text: t('importTooLarge') },
      }}
      look={look}
      chosen={() => ({ count: chosen.length, text: t('importDo', { count: chosen.length }) })}
      bring={bring}
      onClose={onClose}
    >
      {({ events, left_out, bad }) => (
        <>
          <ul className="divide-y divide-line">
            {events.map((event) => (
              <Line
                key={event.key}
                event={event}
                chosen={chosen.includes(event.key)}
                onChoose={(on) => setChosen(on ? [...chosen, event.key] : chosen.filter((key) => key !== event.key))}
              />
            ))}
          </ul>
          {left_out > 0 && <p className="text-small text-text-2">{t('importLeftOut', { count: left_out })}</p>}
          {bad.map(({ line, text }) => (
            <p key={`${line} ${text}`} className="text-small text-text-2">
              {t('importBad', { line, text })}
            </p>
          ))}
        </>
      )}
    </ImportFrame>
  )
}

function Line({ event, chosen, onChoose }: { event: Preview['events'][number]; chosen: boolean; onChoose: (on: boolean) => void }) {
  const t = useTexts('calendar')
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <Checkbox
        label={event.title}
        checked={chosen}
        onChange={onChoose}
        help={sentences(
          event.all_day ? date(event.start_time.slice(0, 10)) : dateTime(event.start_time),
          event.times > 1 && t('importTimes', { count: event.times }),
          event.left_out > 0 && t('importLater', { count: event.left_out }),
          event.unknown_zone !== null && t('importZone', { zone: event.unknown_zone }),
        )}
        className="flex-1"
      />
      {event.state !== 'new' && (
        <Chip tone={event.state === 'changed' ? 'info' : 'neutral'}>{t(event.state === 'changed' ? 'importChanged' : 'importKnown')}</Chip>
      )}
    </li>
  )
}
