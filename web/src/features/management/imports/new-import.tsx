// Dialog of a new import: files are chosen and sent, read as they were saved, their columns taken for fields; then they are checked.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { saveFile } from '../../../parts/base/table/csv.ts'
import { UploadProgress } from '../../../parts/base/uploads/upload-progress.tsx'
import { arrivedId, useChosenFiles } from '../../../parts/learning/forms/use-chosen-files.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { importKinds, refreshImports, type Run } from './imports.ts'
import { isMissing, type Mapping, ReadFile } from './read-file.tsx'

const most = 20

export default function NewImport({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const t = useTexts('rosters')
  const chosen = useChosenFiles()
  const [kind, setKind] = useState<Run['kind']>('people')
  const [mode, setMode] = useState<Run['mode']>('changes')
  /** undefined: the usual one of the kind. */
  const [named, setNamed] = useState<string>()
  const source = named ?? (kind === 'oneroster' ? 'oneroster' : 'register')
  const [scope, setScope] = useState<Run['scope']>({})
  const [takeOver, setTakeOver] = useState(false)
  const [encoding, setEncoding] = useState<Encoding>()
  const [mapping, setMapping] = useState<Mapping>({})
  const { busy, problem, attempt } = useAttempt()
  const arrived = chosen.files.flatMap((file) => arrivedId(file) ?? [])
  const wrongSource = source.trim() !== '' && !/^[a-z0-9][a-z0-9._-]{0,63}$/.test(source.trim())
  const whole = chosen.files.length > 0 && arrived.length === chosen.files.length
  const body = { kind, upload_ids: arrived, ...(encoding && { encoding }) }
  const preview = useQuery({
    queryKey: ['POST /api/data-import/preview', body],
    queryFn: () => call('POST /api/data-import/preview', { body }),
    enabled: whole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const files = whole ? preview.data?.files : undefined
  const fields = kind === 'oneroster' ? [] : (files?.[0]?.fields ?? [])
  const columnOf = (field: string) => mapping[field] ?? files?.[0]?.mapping[field] ?? ''
  const missing = fields.filter((field) => isMissing(field, columnOf))
  // the columns are chosen for all files at once
  const lacking = (files ?? []).flatMap(({ name, columns }) =>
    Object.values(mapping).flatMap((column) => (column !== '' && !columns.includes(column) ? [{ file: name, column }] : [])),
  )
  const parts = scopeParts(kind)
  const filled = Object.fromEntries(parts.flatMap((name) => (scope[name]?.trim() ? [[name, scope[name].trim()]] : [])))
  const check = () =>
    attempt(async () => {
      const { id } = await call('POST /api/data-import', {
        body: {
          ...body,
          mode,
          ...(source.trim() && { source: source.trim() }),
          ...(mode === 'whole' && Object.keys(filled).length > 0 && { scope: filled }),
          ...(Object.keys(mapping).length > 0 && { mapping }),
          ...(takeOver && { take_over: true }),
        },
      })
      chosen.keep()
      await refreshImports()
      onMade(id)
    })
  // columns that were chosen are those of other files
  const take = (file: string) => {
    setMapping({})
    chosen.take(file)
  }
  const add = (given: File[]) => {
    const room = most - chosen.files.length
    setMapping({})
    chosen.send(given.slice(0, room))
    if (given.length > room) toast({ text: t('tooManyFiles', { count: most }), error: true })
  }
  const template = () =>
    attempt(async () => {
      if (kind === 'oneroster') return
      const { name, content } = await call('GET /api/data-import/templates/:kind', { params: { kind } })
      saveFile(name, content)
    })
  const off =
    chosen.files.length === 0
      ? t('noFiles')
      : !whole
        ? t('sending')
        : wrongSource
          ? t('sourceWrong')
          : !files
            ? t('unread')
            : missing.length > 0
              ? t('columnsMissing')
              : undefined
  return (
    <Dialog
      open
      top
      onClose={onClose}
      changed={chosen.files.length > 0}
      width={900}
      title={t('newImport')}
      description={t('newText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={off} onClick={check}>
            {t('check')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Select
            label={t('kind')}
            value={kind}
            onChange={(value) => {
              setKind(value)
              setMapping({})
              setScope({})
            }}
            options={importKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            className="w-[260px] max-w-full"
          />
          {kind !== 'oneroster' && (
            <Button variant="link" onClick={template}>
              {t('template')}
            </Button>
          )}
        </div>
        {chosen.files.length > 0 && (
          <ul aria-label={t('files')} className="surface-card divide-y divide-line px-3">
            {chosen.files.map((file) => (
              <li key={file.at} className="flex items-center gap-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">{file.name}</p>
                  {file.item && !arrivedId(file) && <UploadProgress item={file.item} />}
                </div>
                <IconButton label={t('removeFile', { name: file.name })} icon={X} size="sm" onClick={() => take(file.at)} />
              </li>
            ))}
          </ul>
        )}
        {chosen.files.length < most && (
          <FileDrop
            title={t(kind === 'oneroster' ? 'dropOneRoster' : 'drop')}
            help={t(kind === 'oneroster' ? 'dropOneRosterHelp' : 'dropHelp')}
            buttonLabel={t('chooseFiles')}
            accept={kind === 'oneroster' ? '.csv,.zip,text/csv,application/zip' : '.csv,.txt,.tsv,text/csv'}
            onFiles={add}
          />
        )}
        {whole && preview.error && (
          <Banner
            tone="bad"
            urgent
            action={
              <Button size="sm" onClick={() => void preview.refetch()}>
                {t('again')}
              </Button>
            }
          >
            {problemText(preview.error)}
          </Banner>
        )}
        {whole && !files && !preview.error && <SkeletonText lines={4} />}
        {files?.map((file, at) => (
          <ReadFile
            key={file.name}
            file={file}
            mapping={at === 0 && kind !== 'oneroster' ? { of: columnOf, set: (more) => setMapping({ ...mapping, ...more }) } : undefined}
            onEncoding={setEncoding}
          />
        ))}
        {lacking.length > 0 && (
          <Banner tone="warn">
            {lacking.map(({ file, column }) => (
              <span key={`${file} ${column}`} className="block">
                {t('columnNotIn', { file, column })}
              </span>
            ))}
          </Banner>
        )}
        <RadioGroup
          label={t('mode')}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'changes', label: t('mode.changes'), help: t('mode.changesHelp') },
            { value: 'whole', label: t('mode.whole'), help: t('mode.wholeHelp') },
          ]}
        />
        {mode === 'whole' && parts.length > 0 && <ScopeFields parts={parts} scope={scope} onChange={setScope} />}
        <TextField
          label={t('source')}
          help={t('sourceHelp')}
          value={source}
          onChange={setNamed}
          maxLength={64}
          error={wrongSource ? t('sourceWrong') : undefined}
          className="w-[260px] max-w-full"
        />
        <Checkbox label={t('takeOver')} help={t('takeOverHelp')} checked={takeOver} onChange={setTakeOver} />
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

type ScopeName = keyof Run['scope']
/** Parts of the school that files of a kind can be about; departments and units are the whole school's. */
const scopeParts = (kind: Run['kind']): readonly ScopeName[] =>
  kind === 'departments' || kind === 'study_units' ? [] : kind === 'people' ? ['department'] : ['department', 'academic_year', 'semester']

/** The part of the school that the files are about, so that nothing beyond it counts as gone. */
function ScopeFields({
  parts,
  scope,
  onChange,
}: {
  parts: readonly ScopeName[]
  scope: Run['scope']
  onChange: (scope: Run['scope']) => void
}) {
  const t = useTexts('rosters')
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('scope')}</legend>
      <p className="mb-2 max-w-[68ch] text-small text-text-2">{t('scopeHelp')}</p>
      <div className="flex flex-wrap gap-3">
        {parts.map((name) => (
          <TextField
            key={name}
            label={t(`scope.${name}`)}
            value={scope[name] ?? ''}
            onChange={(value) => onChange({ ...scope, [name]: value })}
            maxLength={name === 'department' ? 200 : 64}
            className="w-[200px] max-w-full"
          />
        ))}
      </div>
    </fieldset>
  )
}
