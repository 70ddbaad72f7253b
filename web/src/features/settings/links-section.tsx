// Section of my links: a list, and a popup that adds or changes one.
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Section } from '../../parts/base/page/section.tsx'

type UserLink = Answer<'GET /api/user/links'>['links'][number]

export function LinksSection() {
  const t = useTexts('settings')
  const { data } = useSuspenseQuery(query('GET /api/user/links'))
  const [editing, setEditing] = useState<UserLink | 'new'>()
  const [deleting, setDeleting] = useState<UserLink>()
  const deleteLink = async (link: UserLink) => {
    try {
      await call('DELETE /api/user/links/:id', { params: { id: link.id } })
      await invalidate('GET /api/user/links')
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    setDeleting(undefined)
  }
  return (
    <Section
      title={t('links')}
      aside={
        <Button size="sm" icon={Plus} onClick={() => setEditing('new')}>
          {t('addLink')}
        </Button>
      }
    >
      <ul className="surface-card divide-y divide-line">
        {data.links.length === 0 && <li className="px-5 py-3 text-text-3">{t('noLinks')}</li>}
        {data.links.map((link) => (
          <li key={link.id} className="flex min-h-11 items-center gap-2 px-5 py-1.5">
            <a
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-w-0 flex-1 items-center gap-2 text-accent-text hover:underline"
            >
              <ExternalLink aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
              <span className="truncate">{link.title}</span>
            </a>
            <IconButton label={t('editLink', { name: link.title })} icon={Pencil} onClick={() => setEditing(link)} />
            <IconButton label={t('deleteLink', { name: link.title })} icon={Trash2} onClick={() => setDeleting(link)} />
          </li>
        ))}
      </ul>
      {editing && <LinkPopup link={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      <Confirm
        open={deleting !== undefined}
        danger
        title={t('deleteLinkAsk', { name: deleting?.title ?? '' })}
        confirmLabel={t('deleteLinkDo')}
        onConfirm={() => deleting && deleteLink(deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </Section>
  )
}

function LinkPopup({ link, onClose }: { link: UserLink | undefined; onClose: () => void }) {
  const t = useTexts('settings')
  const id = useId()
  const form = useForm({
    start: { title: link?.title ?? '', url: link?.url ?? 'https://' },
    check: ({ title, url }) => ({
      title: title.trim() ? undefined : t('linkTitleMissing'),
      url: /^https?:\/\/[^\s/]+/i.test(url) ? undefined : t('linkUrlWrong'),
    }),
    explain: refusal,
    send: async (body) => {
      if (link) await call('PUT /api/user/links/:id', { params: { id: link.id }, body })
      else await call('POST /api/user/links', { body })
      await invalidate('GET /api/user/links')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t(link ? 'changeLink' : 'addLink')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {t('keepLink')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id={id}>
        <TextField {...form.field('title')} label={t('linkTitle')} maxLength={100} autoFocus />
        <TextField {...form.field('url')} label={t('linkUrl')} type="url" maxLength={2000} autoCapitalize="none" spellCheck={false} />
      </FormFrame>
    </Dialog>
  )
}
