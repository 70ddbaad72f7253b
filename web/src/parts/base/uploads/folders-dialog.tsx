// The confirmation of a folder upload: the folders with their contents, and the files that are left out.
import { Folder } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { bytes } from '../../../ui/format.ts'
import type { Plan } from './plan.ts'
import { useRefusalText } from './refusal-text.ts'
import { RefusalList } from './refusal-list.tsx'

export function FoldersDialog({
  plan: { files, folders, unsupported },
  onConfirm,
  onClose,
}: {
  plan: Plan
  onConfirm: () => void
  onClose: () => void
}) {
  const t = useTexts('upload')
  const refusalText = useRefusalText()
  const accepted = folders.filter(({ fault }) => !fault)
  const count = files.length + accepted.reduce((sum, folder) => sum + folder.files.length, 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('foldersAsk', { count: folders.length })}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            action="upload.start"
            off={accepted.length === 0 && files.length === 0 ? t('nothingToSend') : undefined}
            onClick={onConfirm}
          >
            {count ? t('uploadCount', { count }) : t('makeFolders')}
          </Button>
        </>
      }
    >
      <h3 className="text-small font-semibold">{t('foldersList')}</h3>
      <ul className="mt-1 divide-y divide-line">
        {folders.map((folder) => (
          <li key={folder.name} className="flex flex-wrap items-center gap-x-2.5 py-1.5 text-small">
            <Folder aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
            <span className="min-w-0 flex-1 font-medium break-all">{folder.name}</span>
            {folder.fault ? (
              <span className="text-bad-text">{refusalText.folder(folder.fault)}</span>
            ) : (
              <span className="tabular text-text-2">
                {t('filesCount', { count: folder.files.length })}, {bytes(folder.files.reduce((sum, { file }) => sum + file.size, 0))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {files.length > 0 && <p className="mt-1 text-small text-text-2">{t('besideFolders', { count: files.length })}</p>}
      <RefusalList refused={unsupported} className="mt-3" />
    </Dialog>
  )
}
