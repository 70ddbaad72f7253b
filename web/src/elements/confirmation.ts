// Custom element of the confirmation, <lyceum-confirmation heading description confirm-label cancel-label open>, without React, for
// any page: /static/elements/confirmation.js. It dispatches `confirm` or `cancel`; the page removes `open`. `danger`: the action destroys
// something; `busy`: it is running. Colours are the page's tokens, else its own.
const texts: Record<string, { ask: string; yes: string; no: string }> = {
  en: { ask: 'Are you sure?', yes: 'Confirm', no: 'Cancel' },
  'zh-cn': { ask: '确定要继续吗？', yes: '确定', no: '取消' },
  'zh-tw': { ask: '確定要繼續嗎？', yes: '確定', no: '取消' },
  th: { ask: 'ดำเนินการต่อหรือไม่', yes: 'ยืนยัน', no: 'ยกเลิก' },
  id: { ask: 'Lanjutkan?', yes: 'Konfirmasi', no: 'Batal' },
  ms: { ask: 'Teruskan?', yes: 'Sahkan', no: 'Batal' },
}

const style = `
:host{display:contents;--a:var(--accent,#026c69);--b:var(--bad,#c74240);--t:var(--text,#23221c)}
dialog{box-sizing:border-box;width:min(416px,calc(100vw - 32px));max-height:calc(100dvh - 48px);padding:16px 20px 20px;border:1px solid transparent;overflow:auto;
border-radius:14px;background:var(--raised,#fff);color:var(--t);box-shadow:0 0 0 1px var(--line,#e2e0da),0 16px 48px -8px rgb(0 0 0/.3);
font:var(--fs-body,14px)/var(--lh-body,20px) var(--font-body,system-ui,sans-serif)}
dialog[open]{animation:rise .18s cubic-bezier(.2,.8,.2,1)}
dialog::backdrop{background:rgb(15 21 23/.38)}
h2{margin:0;font:700 var(--fs-title,20px)/var(--lh-title,28px) var(--font-heading,serif);overflow-wrap:anywhere}
p{margin:0;color:var(--text-2,#54534b);overflow-wrap:anywhere}
p:empty{display:none}
div{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;margin-top:12px}
button{box-sizing:border-box;min-height:var(--control,32px);padding:4px 12px;border:1px solid transparent;border-radius:6px;font:inherit;font-weight:500;cursor:pointer}
button:focus-visible{outline:2px solid var(--a);outline-offset:2px}
.no{background:var(--surface,#fff);color:var(--t);border-color:color-mix(in srgb,var(--t) 28%,transparent)}
.no:hover{background:var(--hover,#efeee9)}
.yes{background:var(--a);color:var(--accent-on,#fff)}
.yes:hover{background:var(--accent-hover,#005c5a)}
:host([danger]) .yes{background:var(--b);color:var(--bad-on,#fff)}
:host([danger]) .yes:hover{background:color-mix(in srgb,var(--b) 88%,var(--t))}
:host([busy]) .yes::before{content:"";display:inline-block;width:10px;height:10px;margin-right:8px;border:2px solid;border-right-color:transparent;border-radius:50%;animation:turn .9s linear infinite}
@keyframes rise{from{transform:translateY(6px)}}
@keyframes turn{to{transform:rotate(360deg)}}
@media(max-width:640px){dialog{width:100%;max-width:none;margin:auto 0 0;border-radius:14px 14px 0 0;padding-bottom:calc(20px + env(safe-area-inset-bottom))}
button{min-height:44px;flex:1 1 auto}}
@media(prefers-reduced-motion:reduce){dialog,.yes::before{animation:none!important}}
`

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

export class LyceumConfirmation extends HTMLElement {
  static observedAttributes = ['open', 'heading', 'description', 'confirm-label', 'cancel-label', 'busy']
  #dialog = document.createElement('dialog')
  #heading = document.createElement('h2')
  #text = document.createElement('p')
  #yes = document.createElement('button')
  #no = document.createElement('button')

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    const foot = document.createElement('div')
    foot.append(this.#no, this.#yes)
    this.#heading.id = 'heading'
    this.#text.id = 'text'
    this.#dialog.setAttribute('aria-labelledby', 'heading')
    this.#dialog.setAttribute('aria-describedby', 'text')
    this.#dialog.append(this.#heading, this.#text, foot)
    this.#no.className = 'no'
    this.#yes.className = 'yes'
    for (const button of [this.#no, this.#yes]) button.type = 'button'
    // the safe button has the focus at first
    this.#no.autofocus = true
    root.append(this.#dialog)
    this.#no.onclick = () => this.#emit('cancel')
    this.#yes.onclick = () => {
      if (!this.hasAttribute('busy')) this.#emit('confirm')
    }
    this.#dialog.onclick = (event) => {
      const box = this.#dialog.getBoundingClientRect()
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
      if (event.target === this.#dialog && !inside) this.#emit('cancel')
    }
    // Escape reaches only this element: a dialog below stays open, and the page decides whether this one closes
    this.#dialog.onkeydown = (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      this.#emit('cancel')
    }
    this.#dialog.oncancel = (event) => event.preventDefault()
  }

  connectedCallback() {
    this.#update()
  }
  disconnectedCallback() {
    if (this.#dialog.open) this.#dialog.close()
  }
  attributeChangedCallback() {
    if (this.isConnected) this.#update()
  }

  get open() {
    return this.hasAttribute('open')
  }
  set open(value: boolean) {
    this.toggleAttribute('open', value)
  }

  #update() {
    const lang = (this.closest('[lang]')?.getAttribute('lang') ?? 'en').toLowerCase()
    const { ask, yes, no } = texts[lang] ?? texts[lang.split('-')[0] ?? ''] ?? texts['en']!
    this.#heading.textContent = this.getAttribute('heading') || ask
    this.#text.textContent = this.getAttribute('description') ?? ''
    this.#yes.textContent = this.getAttribute('confirm-label') || yes
    this.#no.textContent = this.getAttribute('cancel-label') || no
    this.#yes.ariaBusy = this.#yes.ariaDisabled = this.hasAttribute('busy') ? 'true' : null
    if (this.open && !this.#dialog.open) this.#dialog.showModal()
    else if (!this.open && this.#dialog.open) this.#dialog.close()
  }
  #emit(name: 'confirm' | 'cancel') {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true }))
  }
}

if (!customElements.get('lyceum-confirmation')) customElements.define('lyceum-confirmation', LyceumConfirmation)
