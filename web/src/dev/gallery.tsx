// The gallery: every component in every state, at /dev/ui of `npm run dev -w web`. No build of the product contains it.
// #button shows one component, #dialog/416 one state alone, nothing all of them; ?as=hover and ?words=long behind it as looks.ts says.
import '../ui/tokens.css'
import { type ComponentType, type ReactElement, StrictMode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { changeLocale, localeNames, locales, startTexts, texts } from '../i18n.ts'
import { type Density, showDensity, showTheme, type Theme } from '../theme.ts'
import { Toasts } from '../ui/toast.tsx'
import type { Exhibit } from './exhibit.ts'
import { type As, as, cut, dress, speak, unseen, type Words, words } from './looks.ts'

const files = import.meta.glob<Exhibit>('./exhibits/*.tsx', { eager: true, import: 'default' })
const exhibits = Object.entries(files).map(([path, states]) => ({
  name: path.slice('./exhibits/'.length, -'.tsx'.length),
  states: Object.entries(states).map(([title, state]) => ('alone' in state ? { title, ...state } : { title, show: state, alone: false })),
}))
/** For the test that looks at all of it. */
const list = JSON.stringify(exhibits, (key, value) => (key === 'show' ? undefined : value))
const Shown = ({ show: Show }: { show: ReactElement | ComponentType }) => (typeof Show === 'function' ? <Show /> : Show)

function asked() {
  const [path = '', look] = decodeURIComponent(window.location.hash.slice(1)).split('?')
  const [name, title] = path.split('/')
  const wish = new URLSearchParams(look)
  return { name, title, as: (wish.get('as') ?? undefined) as As | undefined, words: (wish.get('words') ?? undefined) as Words | undefined }
}

function Gallery() {
  const [{ name, title, as: dressed, words: spoken }, setAsked] = useState(asked)
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // menus and dialogs stand beside the app
    dress(document.body, dressed)
    if (main.current) speak(main.current, spoken)
    document.body.dataset.looks = [dressed, spoken].filter(Boolean).join(' ')
  })
  useEffect(() => {
    const changed = () => setAsked(asked())
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
  const shown = exhibits.filter((one) => !name || one.name === name)
  const alone = title && shown[0]?.states.find((one) => one.title === title)
  if (alone)
    return (
      <main ref={main} key={`${name}/${title}`} data-shown={`${name}/${title}`} className="p-4">
        <Shown show={alone.show} />
      </main>
    )
  return (
    <div data-exhibits={list}>
      {/* above and not beside, so that what is shown has all the width */}
      <nav aria-label="Components" className="border-b border-line p-4 max-tablet:hidden">
        <Choices />
        <ul className="flex flex-wrap gap-x-4 text-small">
          {exhibits.map((one) => (
            <li key={one.name}>
              <a href={`#${one.name}`} className="flex min-h-6 items-center hover:underline">
                {one.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main ref={main} data-shown={name ?? ''} className="space-y-6 p-4">
        {shown.map((one) => (
          <section key={one.name} aria-label={one.name}>
            <h2 className="mb-2 font-title text-title font-bold">{one.name}</h2>
            <div className="space-y-4">
              {one.states.map(({ title: of, show, alone: apart }) => (
                <div key={of}>
                  <h3 className="mb-1 text-caption font-semibold text-text-3">
                    {apart ? (
                      <a href={`#${one.name}/${of}`} className="underline">
                        {of}
                      </a>
                    ) : (
                      of
                    )}
                  </h3>
                  {!apart && <Shown show={show} />}
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  )
}

function Choices() {
  const { dataset, lang } = document.documentElement
  const look = 'field-edge mr-2 mb-2 px-1'
  const now = asked()
  const wish = (key: 'as' | 'words', value: string) => {
    const others = new URLSearchParams(
      Object.entries({ as: now.as, words: now.words, [key]: value }).filter(([, one]) => one) as string[][],
    )
    window.location.hash = `${[now.name, now.title].filter(Boolean).join('/')}${others.size ? `?${others}` : ''}`
  }
  return (
    <>
      <select aria-label="Look" value={now.as ?? ''} onChange={(event) => wish('as', event.target.value)} className={look}>
        {['', ...as].map((one) => (
          <option key={one} value={one}>
            {one || 'as it is'}
          </option>
        ))}
      </select>
      <select aria-label="Words" value={now.words ?? ''} onChange={(event) => wish('words', event.target.value)} className={look}>
        {['', ...words].map((one) => (
          <option key={one} value={one}>
            {one || 'own words'}
          </option>
        ))}
      </select>
      <select aria-label="Theme" defaultValue={dataset.theme} onChange={(event) => showTheme(event.target.value as Theme)} className={look}>
        {['system', 'light', 'dark'].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label="Density"
        defaultValue={dataset.density}
        onChange={(event) => showDensity(event.target.value as Density)}
        className={look}
      >
        {['default', 'compact', 'touch'].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label="Language"
        defaultValue={lang}
        onChange={(event) => void changeLocale(event.target.value as (typeof locales)[number])}
        className={look}
      >
        {locales.map((one) => (
          <option key={one} value={one}>
            {localeNames[one]}
          </option>
        ))}
      </select>
    </>
  )
}

Object.assign(window, { gallery: { cut, unseen } })
await startTexts('en')
await texts('ui')
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
createRoot(document.getElementById('above')!).render(<Toasts />)
