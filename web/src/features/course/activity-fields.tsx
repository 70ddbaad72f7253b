// Fields common to the dialogs that add and edit an activity.
import { useTexts } from '../../i18n.ts'
import { pictureSource, uploadPicture } from '../../parts/rich-text/pictures.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import type { ActivityForm } from './activity-draft.ts'

/** `faults` are texts by the server's field names. */
export function ActivityFields({
  type,
  form,
  change,
  faults,
}: {
  type: string
  form: ActivityForm
  change: (part: Partial<ActivityForm>) => void
  faults: Record<string, string | undefined>
}) {
  const t = useTexts('course')
  return (
    <>
      <TextField label={t('title')} value={form.title} onChange={(title) => change({ title })} error={faults.title} maxLength={200} />
      {type === 'page' && (
        <RichTextEditor
          label={t('text')}
          value={form.body}
          onChange={(body) => change({ body })}
          error={faults.body}
          uploadPicture={uploadPicture}
          pictureSource={pictureSource}
        />
      )}
      {type === 'online_video' && (
        <TextField
          label={t('watchedNeeded')}
          value={form.percent}
          onChange={(percent) => change({ percent: percent.replace(/\D/g, '').slice(0, 3) })}
          inputMode="numeric"
          error={faults.percent ?? faults.completion_criterion_key}
          help={t('watchedNeededHelp')}
          className="max-w-[260px]"
        />
      )}
      <div className="grid gap-4 tablet:grid-cols-2">
        <DateTimeField
          label={t('opensAt')}
          value={form.start}
          onChange={(start) => change({ start })}
          error={faults.start_time}
          help={t('opensAtHelp')}
        />
        <DateTimeField
          label={t('dueAt')}
          time="23:59"
          value={form.end}
          onChange={(end) => change({ end })}
          error={faults.end_time}
          help={t('dueAtHelp')}
        />
      </div>
      {type === 'online_video' && <Switch label={t('forward')} checked={form.forward} onChange={(forward) => change({ forward })} />}
    </>
  )
}
