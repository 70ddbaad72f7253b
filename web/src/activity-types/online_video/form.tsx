// Form of an online video: its file or address, what is said of it, how much of it is to be watched, whether students may skip ahead.
import { useTexts } from '../../i18n.ts'
import { DescriptionField } from '../../parts/learning/forms/description-field.tsx'
import { PercentField } from '../../parts/learning/forms/percent-field.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import type { FieldsProps, FormFile, TypeForm } from '../form.ts'

/** `percent` as typed. */
type Values = { percent: string; forward: boolean; body: string }
const extensions = 'mp4 m4v mov avi mkv webm wmv flv mpg mpeg ts ogv 3gp mp3 m4a aac wav ogg oga opus flac wma'.split(' ')

const form: TypeForm<Values, 'online_video'> = {
  criteria: ['watched', 'submitted', 'read', 'by_hand', 'none'],
  possible: ([file], others) => (file && !isCounted(file, others) ? ['submitted', 'read', 'by_hand', 'none'] : form.criteria),
  file: {
    accept: 'video/*,audio/*,.mkv,.flv',
    extensions,
    types: ['video', 'audio', 'link'],
    drop: 'dropVideo',
    dropHelp: 'dropVideoHelp',
    most: 1,
    links: true,
  },
  fresh: { percent: '80', forward: true, body: '' },
  of: ({ body, completion_criterion: { percent }, settings: { forward_seeking } }) => ({
    body,
    percent: String(percent ?? 80),
    forward: forward_seeking ?? true,
  }),
  faults({ percent }, criterion) {
    const share = Number(percent)
    return criterion !== 'watched' || (Number.isInteger(share) && share >= 1 && share <= 100)
      ? {}
      : { completion_criterion_key: 'percentRange' }
  },
  fields: ['body', 'completion_criterion_key'],
  body: ({ percent, forward, body }, criterion) => ({
    body,
    ...(criterion === 'watched' && { completion_criterion_key: `watched_${Number(percent)}` }),
    settings: { forward_seeking: forward },
  }),
  Fields,
}
export default form

/** Whether the server counts what is watched: of a film elsewhere its length is known, and its player tells. */
const isCounted = ({ type, provider, duration }: FormFile, others: boolean) =>
  type !== 'link' || (Boolean(duration) && (provider === 'file' || (others && (provider === 'youtube' || provider === 'vimeo'))))

function Fields({ values, change, faults, criterion }: FieldsProps<Values>) {
  const t = useTexts('course')
  return (
    <>
      <DescriptionField value={values.body} onChange={(body) => change({ body })} error={faults.body} />
      {criterion === 'watched' && (
        <PercentField
          label={t('watchedNeeded')}
          value={values.percent}
          onChange={(percent) => change({ percent })}
          error={faults.completion_criterion_key}
          help={t('watchedNeededHelp')}
          className="max-w-[260px]"
        />
      )}
      <Switch label={t('forward')} checked={values.forward} onChange={(forward) => change({ forward })} />
    </>
  )
}
