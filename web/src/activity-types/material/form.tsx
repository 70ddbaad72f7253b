// Form of a material: its files, what is said of them, and whether students may download them.
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { DescriptionField } from '../../parts/learning/forms/description-field.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

/** `download`: undefined where nobody chose it; then each file has what it was given at its upload, which a file that cannot be shown needs. */
type Values = { download: boolean | undefined; body: string }

const form: TypeForm<Values> = {
  criteria: ['read', 'read_pages', 'by_hand', 'none'],
  possible: (files) =>
    files.every(({ type }) => type !== undefined && type !== 'document')
      ? form.criteria.filter((kind) => kind !== 'read_pages')
      : form.criteria,
  file: { accept: '', types: ['document', 'image', 'video', 'audio', 'other'], drop: 'dropFiles', dropHelp: 'dropFilesHelp', most: 50 },
  fresh: { download: true, body: '' },
  of: ({ uploads, body }) => ({ download: uploads.some(({ allow_download }) => allow_download) || undefined, body }),
  faults: () => ({}),
  fields: ['body'],
  body: ({ body }) => ({ body }),
  download: ({ download }) => download,
  prepare: async ({ download }, uploads) => {
    if (download === undefined) return
    for (const id of uploads) await call('PUT /api/uploads/:id', { params: { id }, body: { allow_download: download } })
  },
  Fields,
}
export default form

/** Only when it is made: whether a file may be downloaded is changed with the file, since several activities may show it. */
function Fields({ values, change, faults, fresh }: FieldsProps<Values>) {
  const t = useTexts('course')
  return (
    <>
      <DescriptionField value={values.body} onChange={(body) => change({ body })} error={faults.body} />
      {fresh && <Switch label={t('download')} checked={values.download ?? false} onChange={(download) => change({ download })} />}
    </>
  )
}
