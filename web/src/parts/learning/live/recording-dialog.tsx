// Dialog of a recording: a link, or a film of one's own that is sent here or was before.
import type { FileRules } from '../../../activity-types/form.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { refusal } from '../../base/errors/problem-text.ts'
import { FilesField } from '../forms/files-field.tsx'
import { useChosenFiles } from '../forms/use-chosen-files.ts'
import { useOwnFiles } from '../forms/use-own-files.ts'
import { meetingChanged, putRecording, type Recording } from './queries.ts'

const rules: FileRules = {
  accept: 'video/*,audio/*,.mkv,.flv',
  types: ['video', 'audio'],
  drop: 'dropVideo',
  dropHelp: 'dropVideoHelp',
  most: 1,
}
const places = ['page', 'file'] as const
/** `upload_id` has the server's faults of the file. */
type Draft = { title: string; place: (typeof places)[number]; page: string; upload_id: string; published: boolean }
type Props = { activity: string; id: string; known: Recording | undefined; onClose: () => void }

export default function RecordingDialog({ activity, id, known, onClose }: Props) {
  const t = useTexts('live')
  const chosen = useChosenFiles(known?.upload ? [known.upload] : [])
  const own = useOwnFiles(rules)
  const form = useForm<Draft>({
    start: {
      title: known?.title ?? '',
      place: known?.upload ? 'file' : 'page',
      page: known?.upload ? '' : (known?.page ?? ''),
      upload_id: '',
      published: known?.published ?? true,
    },
    check: ({ title, place, page }) => ({
      title: title.trim() === '' ? t('titleMissing') : undefined,
      page: place === 'file' || /^\s*https:\/\//i.test(page) ? undefined : t('addressWrong'),
      upload_id: place === 'page' || chosen.files.length > 0 ? undefined : t('fileMissing'),
    }),
    explain: refusal,
    send: async ({ title, place, page, published }) => {
      const upload = place === 'file' ? chosen.ids?.[0] : undefined
      await putRecording(activity, id, { title, page: upload ? null : page.trim(), upload: upload ? { id: upload } : null, published })
      if (upload) chosen.keep()
      await meetingChanged()
      onClose()
    },
  })
  const { place, title } = form.values
  const file = place === 'file'
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed || chosen.changed}
      title={t(known ? 'changeRecording' : 'addRecording')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="live-recording"
            busy={form.busy}
            // a file that was dropped has no row yet, or none any more
            off={file && chosen.files.length > 0 && (!chosen.ids || chosen.failed) ? t('fileOnItsWay') : undefined}
            action="live.recording"
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="live-recording" className="space-y-4">
        <Segmented
          label={t('place')}
          value={place}
          onChange={(next) => form.set({ place: next })}
          options={places.map((value) => ({ value, label: t(`place.${value}`) }))}
        />
        {file ? (
          <FilesField
            rules={rules}
            chosen={chosen}
            ownFiles={own}
            fault={form.field('upload_id').error}
            onName={(name) => title === '' && form.set({ title: name.replace(/\.[^.]+$/, '') })}
          />
        ) : (
          <TextField {...form.field('page')} label={t('page')} type="url" maxLength={2000} />
        )}
        <TextField {...form.field('title')} label={t('title')} maxLength={200} />
        <Checkbox label={t('published')} checked={form.values.published} onChange={(published) => form.set({ published })} />
      </FormFrame>
    </Dialog>
  )
}
