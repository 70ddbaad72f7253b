// The folders of a bank: a tree beside the list, on narrow windows a choice. The chosen one is in the address.
import { Folder as FolderIcon, FolderPlus, Inbox, Library, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type Leaf, Tree } from '../../../ui/order/tree.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Bank, banksChanged, type Folder, foldersInOrder } from './queries.ts'
import { TitleDialog } from './title-dialog.tsx'

const whole = '*'

const leavesOf = (folders: readonly Folder[], parent: string | null): Leaf[] =>
  folders
    .filter(({ parent_id }) => parent_id === parent)
    .map(({ id, title, questions }) => {
      const children = leavesOf(folders, id)
      return { id, name: title, icon: FolderIcon, end: questions > 0 ? String(questions) : '', ...(children.length > 0 && { children }) }
    })

export function FolderTree({ bank, folders }: { bank: Bank; folders: readonly Folder[] }) {
  const t = useTexts('banks')
  const [params, setParams] = useSearchParams()
  const [asking, setAsking] = useState<'new' | 'rename'>()
  const chosen = params.get('folder') ?? whole
  const folder = folders.find(({ id }) => id === chosen)
  const choose = (id: string) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    if (id === whole) next.delete('folder')
    else next.set('folder', id)
    setParams(next, { preventScrollReset: true })
  }
  const send = async (title: string) => {
    if (asking === 'rename' && folder)
      await call('PUT /api/bank-folders/:id', { params: { id: folder.id }, body: { title, version: folder.version } })
    else {
      const made = await call('POST /api/banks/:id/folders', { params: { id: bank.id }, body: { title, parent_id: folder?.id ?? null } })
      choose(made.id)
    }
    await banksChanged()
    setAsking(undefined)
  }
  const remove = async ({ id, title, parent_id }: Folder) => {
    try {
      await call('DELETE /api/bank-folders/:id', { params: { id } })
      toast({ text: t('folderDeleted', { title }) })
      choose(parent_id ?? whole)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await banksChanged()
  }
  const edits = bank.role === 'edit'
  return (
    <div className="shrink-0 max-small:w-full small:w-[220px]">
      {folders.length > 0 && (
        <>
          <div className="max-small:hidden">
            <Tree
              label={t('folders')}
              chosen={chosen}
              onChoose={choose}
              opened={folders.map(({ id }) => id)}
              items={[
                { id: whole, name: t('allQuestions'), icon: Library, end: String(bank.questions) },
                { id: 'none', name: t('noFolder'), icon: Inbox },
                ...leavesOf(folders, null),
              ]}
            />
          </div>
          <Select
            label={t('folder')}
            value={chosen}
            onChange={choose}
            className="small:hidden"
            options={[
              { value: whole, label: t('allQuestions') },
              { value: 'none', label: t('noFolder') },
              ...foldersInOrder(folders).map(({ folder: { id, title }, level }) => ({
                value: id,
                label: `${'   '.repeat(level)}${title}`,
              })),
            ]}
          />
        </>
      )}
      {edits && (
        <div className="mt-2 flex items-center gap-1" {...dialogTrigger}>
          <Button variant="quiet" size="sm" icon={FolderPlus} onClick={() => setAsking('new')}>
            {t('newFolder')}
          </Button>
          {folder && (
            <>
              <IconButton icon={Pencil} size="sm" label={t('renameFolder', { title: folder.title })} onClick={() => setAsking('rename')} />
              <IconButton icon={Trash2} size="sm" label={t('deleteFolder', { title: folder.title })} onClick={() => void remove(folder)} />
            </>
          )}
        </div>
      )}
      {asking && (
        <TitleDialog
          title={asking === 'rename' && folder ? t('renameFolder', { title: folder.title }) : t('newFolder')}
          label={t('folderTitle')}
          start={asking === 'rename' ? (folder?.title ?? '') : ''}
          send={send}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
