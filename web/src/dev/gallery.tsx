// The gallery: every component in every state, at /dev/ui of `npm run dev -w web`. No build of the product contains it.
// #button shows one component, #dialog/416 one state alone, nothing all of them.
import '../ui/tokens.css'
import { type ComponentType, type ReactElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { changeLocale, localeNames, locales, startTexts, texts } from '../i18n.ts'
import { type Density, showDensity, showTheme, type Theme } from '../theme.ts'
import { Toasts } from '../ui/toast.tsx'
import type { Exhibit } from './exhibit.ts'

const files = import.meta.glob<Exhibit>('./exhibits/*.tsx', { eager: true, import: 'default' })
const exhibits = Object.entries(files).map(([path, states]) => ({
  name: path.slice('./exhibits/'.length, -'.tsx'.length),
  states: Object.entries(states).map(([title, state]) => ('alone' in state ? { title, ...state } : { title, show: state, alone: false })),
}))
/** For the test that looks at all of it. */
const list = JSON.stringify(exhibits, (key, value) => (key === 'show' ? undefined : value))
const Shown = ({ show: Show }: { show: ReactElement | ComponentType }) => (typeof Show === 'function' ? <Show /> : Show)

const asked = () => decodeURIComponent(window.location.hash.slice(1)).split('/')

function Gallery() {
  const [[name, title], setAsked] = useState(asked)
  useEffect(() => {
    const changed = () => setAsked(asked())
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
  const shown = exhibits.filter((one) => !name || one.name === name)
  const alone = title && shown[0]?.states.find((one) => one.title === title)
  if (alone)
    return (
      <main key={`${name}/${title}`} data-shown={`${name}/${title}`} className="p-4">
        <Shown show={alone.show} />
      </main>
    )
  return (
    <div className="tablet:flex" data-exhibits={list}>
      <nav aria-label="Components" className="shrink-0 border-line p-4 max-tablet:hidden tablet:w-[196px] tablet:border-r">
        <Choices />
        <ul className="mt-4 text-small">
          {exhibits.map((one) => (
            <li key={one.name}>
              <a href={`#${one.name}`} className="flex min-h-6 items-center hover:underline">
                {one.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main data-shown={name ?? ''} className="min-w-0 flex-1 space-y-6 p-4">
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
  const look = 'field-edge mb-1 block w-full px-1'
  return (
    <>
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

await startTexts('en')
await texts('ui')
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
createRoot(document.getElementById('above')!).render(<Toasts />)
