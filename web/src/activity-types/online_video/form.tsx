// Form of an online video: its file, how much of it is to be watched, whether students may skip ahead.
import { useTexts } from '../../i18n.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

/** `percent` as typed. */
type Values = { percent: string; forward: boolean }
const extensions = 'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ts ogv 3gp mp3 m4a aac wav ogg oga opus flac wma'.split(' ')

const form: TypeForm<Values, 'online_video'> = {
  width: 560,
  criteria: ['watched', 'read', 'by_hand', 'none'],
  file: { accept: 'video/*,audio/*,.mkv,.flv', extensions, types: ['video', 'audio'], drop: 'dropVideo', dropHelp: 'dropVideoHelp' },
  fresh: { percent: '80', forward: true },
  of: ({ completion_criterion: { percent }, settings: { forward_seeking } }) => ({
    percent: String(percent ?? 80),
    forward: forward_seeking ?? true,
  }),
  faults({ percent }, criterion) {
    const share = Number(percent)
    return criterion !== 'watched' || (Number.isInteger(share) && share >= 1 && share <= 100)
      ? {}
      : { completion_criterion_key: 'percentRange' }
  },
  fields: ['completion_criterion_key'],
  body: ({ percent, forward }, criterion) => ({
    ...(criterion === 'watched' && { completion_criterion_key: `watched_${Number(percent)}` }),
    settings: { forward_seeking: forward },
  }),
  Fields,
}
export default form

function Fields({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('course')
  return (
    <>
      {criterion === 'watched' && (
        <TextField
          label={t('watchedNeeded')}
          value={values.percent}
          onChange={(percent) => change({ percent: percent.replace(/\D/g, '').slice(0, 3) })}
          inputMode="numeric"
          error={faults.completion_criterion_key}
          help={t('watchedNeededHelp')}
          className="max-w-[260px]"
        />
      )}
      <Switch label={t('forward')} checked={values.forward} onChange={(forward) => change({ forward })} />
    </>
  )
}
