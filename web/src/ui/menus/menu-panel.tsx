// The panel of a menu; only menu.tsx and account and More menus load it.
import {
  Menu as HeadlessMenu,
  MenuButton,
  MenuHeading,
  MenuItem as HeadlessItem,
  MenuItems,
  MenuSection,
  MenuSeparator,
} from '@headlessui/react'
import { Check } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { AvatarButton } from '../marks/avatar.tsx'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { sheetClasses, usePhone, Veil } from '../dialogs/phone.tsx'
import type { MenuProps } from './menu.tsx'
import type { MenuItem } from './menu-groups.ts'

export default function MenuPanel({ trigger, groups, align = 'end', header, width = 248 }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isPhone = usePhone()
  // It was loaded by a click on its trigger: open it.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }, [])
  return (
    <HeadlessMenu>
      {({ open }) => (
        <>
          {open && isPhone && <Veil />}
          {trigger.kind === 'icon' && <MenuButton as={IconButton} {...trigger.props} ref={button} />}
          {trigger.kind === 'avatar' && <MenuButton as={AvatarButton} {...trigger.props} ref={button} />}
          {trigger.kind === 'button' && <MenuButton as={Button} {...trigger.props} ref={button} />}
          <MenuItems
            portal
            anchor={
              isPhone
                ? undefined
                : { to: align === 'end' ? 'bottom end' : 'bottom start', gap: trigger.kind === 'avatar' ? 10 : 6, padding: 8 }
            }
            style={isPhone ? undefined : { minWidth: width }}
            className={
              isPhone
                ? `${sheetClasses} overflow-y-auto p-2`
                : 'rise z-(--z-index-menu) max-w-[min(360px,calc(100vw-16px))] overflow-y-auto rounded-card bg-raised p-1.5 shadow-float outline-none'
            }
          >
            {header}
            {groups
              .filter(({ items }) => items.length > 0)
              .map((group, i) => (
                <Fragment key={group.heading ?? i}>
                  {(i > 0 || Boolean(header)) && <MenuSeparator className="-mx-1.5 my-1.5 h-px bg-line" />}
                  <MenuSection>
                    {group.heading && (
                      <MenuHeading className="px-2.5 py-1 text-caption font-semibold text-text-3">{group.heading}</MenuHeading>
                    )}
                    {group.items.map((item) => (
                      <Item key={item.label} item={item} />
                    ))}
                  </MenuSection>
                </Fragment>
              ))}
          </MenuItems>
        </>
      )}
    </HeadlessMenu>
  )
}

const itemClasses =
  'flex w-full min-h-(--control) items-center gap-2.5 rounded-control px-2.5 py-1 text-left text-body outline-none data-focus:bg-hover'

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon, off, about } = item
  const aboutId = useId()
  const named = about && !off ? { 'aria-describedby': aboutId } : {}
  const content: ReactNode = (
    <>
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className={classes('shrink-0', item.danger ? 'text-bad' : 'text-text-2')} />}
      <span className="min-w-0 flex-1" lang={item.lang}>
        {item.label}
        {off && <span className="block text-caption text-text-3">{off}</span>}
        {about && !off && (
          // it describes the entry, and is no part of its name: a name by itself would have to hold every visible word
          <span aria-hidden id={aboutId} className="block text-caption font-normal text-text-3">
            {about}
          </span>
        )}
      </span>
      {item.end}
      {item.current && <Check aria-hidden size={16} className="shrink-0 text-accent-text" />}
    </>
  )
  const className = classes(
    itemClasses,
    off !== undefined ? 'text-text-3' : item.danger ? 'text-bad-text' : item.current ? 'font-medium' : '',
  )
  const current = item.current === undefined ? {} : ({ 'aria-current': item.current || undefined } as const)
  if (item.href && off === undefined) {
    // a prevented click would leave the menu open
    const onClick = (event: MouseEvent, close: () => void) => {
      if (!item.onSelect || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      close()
      item.onSelect()
    }
    return (
      <HeadlessItem>
        {({ close }) => (
          <a
            href={item.href}
            onClick={(event) => onClick(event, close)}
            className={className}
            data-action={item.action}
            {...current}
            {...named}
          >
            {content}
          </a>
        )}
      </HeadlessItem>
    )
  }
  return (
    <HeadlessItem
      as="button"
      type="button"
      disabled={off !== undefined}
      onClick={item.onSelect}
      className={className}
      data-action={item.action}
      {...current}
      {...named}
    >
      {content}
    </HeadlessItem>
  )
}
