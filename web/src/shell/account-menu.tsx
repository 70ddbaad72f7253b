// Who is signed in, the other organisations, settings, sign out. On phones it also holds the places that have no room below.
import { LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { myDrafts } from '../drafts.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { signOut, switchOrg, useMe } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/class-names.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

export function AccountMenu({ className }: { className?: string }) {
  const t = useTexts('shell')
  const me = useMe()
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState(0)
  const leave = async () => {
    try {
      await signOut()
      navigate(paths.login())
    } catch {
      toast({ text: t('signOutFailed'), error: true })
    }
  }
  const ask = async () => {
    const kept = (await myDrafts()).length
    if (kept) setDrafts(kept)
    else await leave()
  }
  const others = me.session.memberships
  return (
    <span className={classes('inline-flex', className)}>
      <Menu
        trigger={{
          kind: 'avatar',
          props: { label: t('account', { name: me.name }), person: me.id, name: me.name, src: me.avatar_big_url },
        }}
        header={
          <div className="flex items-center gap-3 px-2.5 py-2">
            <Avatar id={me.id} name={me.name} src={me.avatar_big_url} size={36} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{me.name}</p>
              <p className="truncate text-caption text-text-3">{[me.user_no, me.org?.name].filter(Boolean).join(' · ')}</p>
            </div>
          </div>
        }
        groups={[
          ...(others.length > 1
            ? [
                {
                  heading: t('organisations'),
                  items: others.map(({ org }) => ({
                    label: org.name,
                    current: org.id === me.org?.id,
                    onSelect: () => {
                      if (switchOrg(org.id)) {
                        toast({ text: t('switched', { name: org.name }) })
                        navigate(paths.home())
                      }
                    },
                  })),
                },
              ]
            : []),
          { items: [{ label: t('settings'), icon: Settings, href: paths.settings(), onSelect: () => navigate(paths.settings()) }] },
          { items: [{ label: t('signOut'), icon: LogOut, onSelect: ask, action: 'session.out' as const }] },
        ]}
      />
      <Confirm
        open={drafts > 0}
        danger
        title={t('signOutDrafts')}
        description={t('draftsKept', { count: drafts })}
        confirmLabel={t('signOut')}
        cancelLabel={t('staySignedIn')}
        onConfirm={leave}
        onClose={() => setDrafts(0)}
      />
    </span>
  )
}
