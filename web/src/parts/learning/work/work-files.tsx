// The files of my work: sent at once through the tray, kept in the draft as soon as the server knows them, taken out after a question.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { FilesField } from '../forms/files-field.tsx'
import { useChosenFiles } from '../forms/use-chosen-files.ts'
import { useOwnFiles } from '../forms/use-own-files.ts'
import { extensionOf } from '../../base/uploads/file-rules.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { list } from '../../../ui/format.ts'
import type { FileRules } from '../../../activity-types/form.ts'
import type { WorkFile } from './use-my-work.ts'
import type { WorkSettings } from './work-state.ts'

/** `sending`, `failed`: names of files whose bytes are not there. */
export type FilesState = { sending: readonly string[]; failed: readonly string[] }
export const noFiles: FilesState = { sending: [], failed: [] }

const everyType = ['document', 'image', 'video', 'audio', 'scorm', 'other']
const isThere = new Set(['processing', 'done'])

export function WorkFiles({
  settings: { file_types: types = [], files_most: most = 5, file_size_mb: size = 100 },
  initial,
  onChange,
  onState,
}: {
  settings: WorkSettings
  initial: readonly WorkFile[]
  onChange: (files: readonly WorkFile[]) => void
  onState: (state: FilesState) => void
}) {
  const t = useTexts('work')
  const rules: FileRules = {
    accept: types.map((type) => `.${type}`).join(),
    ...(types.length > 0 && { extensions: types }),
    size: size * 1024 * 1024,
    types: everyType,
    drop: 'dropWork',
    dropHelp: 'dropWorkHelp',
    most,
    shortens: true,
  }
  // before the hook below ends what it sends: the draft goes on with these files
  const kept = useRef<() => void>(undefined)
  useEffect(() => () => kept.current?.(), [])
  const chosen = useChosenFiles(initial.map((file) => ({ ...file, type: file.type ?? 'other' })))
  kept.current = chosen.keep
  const ownFiles = useOwnFiles(rules).filter((file) => types.length === 0 || types.includes(extensionOf(file.name)))
  const [leaving, setLeaving] = useState<{ at: string; name: string }>()
  const { files } = chosen
  const known = files.flatMap(({ id, name, size: bytes, type }) => (id ? [{ id, name, size: bytes, type }] : []))
  const names = known.map(({ id }) => id).join()
  const [before, setBefore] = useState(names)
  const changed = useEffectEvent(() => {
    setBefore(names)
    onChange(known)
  })
  useEffect(() => {
    if (names !== before) changed()
  }, [names, before])
  const named = (fits: (state: string) => boolean) => files.flatMap(({ item, name }) => (item && fits(item.state) ? [name] : []))
  const failed = named((state) => state === 'failed')
  const sending = named((state) => state !== 'failed' && !isThere.has(state))
  const tell = useEffectEvent(() => onState({ sending, failed }))
  useEffect(() => tell(), [failed.join(), sending.join()])
  const take = (at: string) => {
    const file = files.find((one) => one.at === at)
    // one of mine or one that has not arrived is as easily added again
    if (file?.item && !isThere.has(file.item.state)) chosen.take(at)
    else if (file) setLeaving({ at, name: file.name })
  }
  return (
    <div role="group" aria-label={t('files')}>
      <h3 className="mb-1 text-body font-medium">{t('files')}</h3>
      <p className="mb-2 text-small text-text-2">
        {[t('filesNow', { count: most, size }), types.length > 0 && t('onlyTypes', { types: list(types) })].filter(Boolean).join(' · ')}
      </p>
      <FilesField rules={rules} chosen={{ ...chosen, take }} ownFiles={ownFiles} fault={undefined} />
      <Confirm
        open={leaving !== undefined}
        danger
        title={t('removeFile', { name: leaving?.name ?? '' })}
        description={t('removeFileText')}
        confirmLabel={t('remove')}
        cancelLabel={t('cancel')}
        onConfirm={() => {
          if (leaving) chosen.take(leaving.at)
          setLeaving(undefined)
        }}
        onClose={() => setLeaving(undefined)}
      />
    </div>
  )
}
