// The start of the page, inlined at the end of index.html: runs the page's own code (SCRIPTS: [address, type] in order) once the browser has drawn
// the first look, as the code would keep it from drawing. In the language of 2016: a browser that is too old gets a plain page instead.
{
  const old = !(window.CSSPropertyRule && window.CSS && CSS.supports && CSS.supports('color', 'oklch(50% 0.1 200)'))
  const scripts = old ? [['/static/old-browser.js']] : SCRIPTS
  let waits = 1
  const done = () => {
    if (--waits !== 0) return
    for (const [src, type] of scripts) {
      const script = document.createElement('script')
      script.src = src
      if (type) script.type = type
      script.async = false
      document.head.appendChild(script)
    }
  }
  if (document.getElementById('app').firstChild && !document.hidden) {
    waits++
    let drawn = false
    const draw = () => {
      if (!drawn) done()
      drawn = true
    }
    requestAnimationFrame(() => setTimeout(draw))
    // no frame is drawn once the page is in the background
    setTimeout(draw, 1000)
  }
  document.addEventListener('DOMContentLoaded', done)
}
