// Gallery of every component in every state, at /dev/ui of `npm run dev -w web`. Builds of the product do not contain it.
// #button shows one component, #dialog/416 one state alone, no hash all of them; ?as=hover and ?words=long set a look and a wording (looks.ts).
import '../ui/tokens.css'
import {
  Component,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  StrictMode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createRoot } from 'react-dom/client'
import { changeLocale, localeNames, locales, startTexts, texts } from '../i18n.ts'
import { type Density, showDensity, showTheme, type Theme } from '../device/theme.ts'
import { Toasts } from '../ui/dialogs/toast.tsx'
import type { Exhibit } from './exhibit.ts'
import { type Look, looks, clippedText, applyLook, replaceText, hiddenFocus, type Wording, wordings } from './looks.ts'

// some code that exhibits show takes its texts while it loads
await startTexts('en')
await texts('ui')
const files = import.meta.glob<Exhibit>('./exhibits/*.tsx', { import: 'default' })
/** In place of a file of exhibits that does not load. */
const unloaded = (error: unknown): Exhibit => ({
  'not loaded': () => {
    throw error
  },
})
const found = await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load().catch(unloaded)] as const))
const exhibits = found.map(([path, states]) => ({
  name: path.slice('./exhibits/'.length, -'.tsx'.length),
  states: Object.entries(states).map(([title, state]) => ('alone' in state ? { title, ...state } : { title, show: state, alone: false })),
}))
/** The exhibits as JSON, for the tests (tests/gallery). */
const exhibitList = JSON.stringify(exhibits, (key, value) => (key === 'show' ? undefined : value))
const Preview = ({ show: Show }: { show: ReactElement | ComponentType }) => <Apart>{typeof Show === 'function' ? <Show /> : Show}</Apart>

/** A state that throws stands alone: the others are shown. React logs what it threw. */
class Apart extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    return 'error' in this.state ? <p className="text-bad-text">{String(this.state.error)}</p> : this.props.children
  }
}

function readAddress() {
  const [path = '', look] = decodeURIComponent(window.location.hash.slice(1)).split('?')
  const [name, title] = path.split('/')
  const options = new URLSearchParams(look)
  return {
    name,
    title,
    as: (options.get('as') ?? undefined) as Look | undefined,
    words: (options.get('words') ?? undefined) as Wording | undefined,
  }
}

function Gallery() {
  const [{ name, title, as: look, words: wording }, setOptions] = useState(readAddress)
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // the body, since menus and dialogs are outside the app's element
    applyLook(document.body, look)
    if (main.current) replaceText(main.current, wording)
    document.body.dataset.looks = [look, wording].filter(Boolean).join(' ')
  })
  useEffect(() => {
    const update = () => setOptions(readAddress())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  const visible = exhibits.filter((exhibit) => !name || exhibit.name === name)
  const alone = title && visible[0]?.states.find((state) => state.title === title)
  if (alone)
    return (
      <main ref={main} key={`${name}/${title}`} data-shown={`${name}/${title}`} className="p-4">
        <Preview show={alone.show} />
      </main>
    )
  return (
    <div data-exhibits={exhibitList}>
      {/* above the exhibits, which need the full width */}
      <nav aria-label="Components" className="border-b border-line p-4 max-tablet:hidden">
        <Options />
        <ul className="flex flex-wrap gap-x-4 text-small">
          {exhibits.map((exhibit) => (
            <li key={exhibit.name}>
              <a href={`#${exhibit.name}`} className="flex min-h-6 items-center hover:underline">
                {exhibit.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main ref={main} data-shown={name ?? ''} className="space-y-6 p-4">
        {visible.map((exhibit) => (
          <section key={exhibit.name} aria-label={exhibit.name}>
            <h2 className="mb-2 font-title text-title font-bold">{exhibit.name}</h2>
            <div className="space-y-4">
              {exhibit.states.map(({ title: stateTitle, show, alone: single }) => (
                <div key={stateTitle}>
                  <h3 className="mb-1 text-caption font-semibold text-text-3">
                    {single ? (
                      <a href={`#${exhibit.name}/${stateTitle}`} className="underline">
                        {stateTitle}
                      </a>
                    ) : (
                      stateTitle
                    )}
                  </h3>
                  {!single && <Preview show={show} />}
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  )
}

function Options() {
  const { dataset, lang } = document.documentElement
  const look = 'field-edge mr-2 mb-2 px-1'
  const current = readAddress()
  const setOption = (key: 'as' | 'words', value: string) => {
    const others = new URLSearchParams(
      Object.entries({ as: current.as, words: current.words, [key]: value }).filter(([, option]) => option) as string[][],
    )
    window.location.hash = `${[current.name, current.title].filter(Boolean).join('/')}${others.size ? `?${others}` : ''}`
  }
  return (
    <>
      <select aria-label="Look" value={current.as ?? ''} onChange={(event) => setOption('as', event.target.value)} className={look}>
        {['', ...looks].map((option) => (
          <option key={option} value={option}>
            {option || 'as it is'}
          </option>
        ))}
      </select>
      <select aria-label="Words" value={current.words ?? ''} onChange={(event) => setOption('words', event.target.value)} className={look}>
        {['', ...wordings].map((option) => (
          <option key={option} value={option}>
            {option || 'own words'}
          </option>
        ))}
      </select>
      <select aria-label="Theme" defaultValue={dataset.theme} onChange={(event) => showTheme(event.target.value as Theme)} className={look}>
        {['system', 'light', 'dark'].map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <select
        aria-label="Density"
        defaultValue={dataset.density}
        onChange={(event) => showDensity(event.target.value as Density)}
        className={look}
      >
        {['default', 'compact', 'touch'].map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <select
        aria-label="Language"
        defaultValue={lang}
        onChange={(event) => void changeLocale(event.target.value as (typeof locales)[number])}
        className={look}
      >
        {locales.map((option) => (
          <option key={option} value={option}>
            {localeNames[option]}
          </option>
        ))}
      </select>
    </>
  )
}

Object.assign(window, { gallery: { cut: clippedText, unseen: hiddenFocus } })
createRoot(document.getElementById('gallery')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
createRoot(document.getElementById('above')!).render(<Toasts />)
