// Form of a material: its file, and whether students may download it.
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Switch } from '../../ui/checkbox.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Values = { download: boolean }

const form: TypeForm<Values> = {
  width: 560,
  criteria: ['read', 'read_pages', 'by_hand', 'none'],
  file: { accept: '', types: ['document', 'image', 'other'], drop: 'dropFile', dropHelp: 'dropFileHelp' },
  fresh: { download: true },
  of: ({ uploads }) => ({ download: uploads.some(({ allow_download }) => allow_download) }),
  faults: () => ({}),
  fields: [],
  body: () => ({}),
  prepare: async ({ download }, uploads) => {
    for (const id of uploads) await call('PUT /api/uploads/:id', { params: { id }, body: { allow_download: download } })
  },
  Fields,
}
export default form

/** Only when it is made: whether a file may be downloaded is changed with the file, since several activities may show it. */
function Fields({ values, change, fresh }: FieldsProps<Values>) {
  const t = useTexts('course')
  return fresh && <Switch label={t('download')} checked={values.download} onChange={(download) => change({ download })} />
}
