// A package of lessons of the demo school, as an authors' program writes one in SCORM 1.2: three short pages, four questions, a score.

const style = `body{font:17px/1.55 system-ui,sans-serif;margin:0;color:#16211d;background:#fff}main{max-width:640px;margin:0 auto;padding:28px 20px}
h1{font-size:26px;margin:0 0 12px}button{font:inherit;padding:8px 16px;border:1px solid #006b5e;border-radius:6px;background:#006b5e;color:#fff;cursor:pointer}
fieldset{border:0;padding:0;margin:0 0 18px}legend{font-weight:600;padding:0;margin-bottom:6px}label{display:block;padding:3px 0}
h1:focus{outline:none}#place{color:#5b6560;font-size:14px;margin:0 0 20px}`

/** Finds the functions of SCORM 1.2 in the frames around it, and keeps the page and the answers in them. */
const script = `
var api = null, at = window
for (var n = 0; n < 8 && !api; n++) { api = at.API || null; if (at.parent === at) break; at = at.parent }
var pages = document.querySelectorAll('section'), state = { page: 0, answers: {} }
function get(name) { return api ? api.LMSGetValue(name) : '' }
function set(name, value) { if (api) api.LMSSetValue(name, String(value)) }
var began = Date.now(), two = function (number) { return (number < 10 ? '0' : '') + number }
function length() { var s = Math.round((Date.now() - began) / 1000); return two(Math.floor(s / 3600)) + ':' + two(Math.floor(s / 60) % 60) + ':' + two(s % 60) }
function keep() { set('cmi.core.lesson_location', state.page); set('cmi.suspend_data', JSON.stringify(state)); if (api) api.LMSCommit('') }
function show() {
  pages.forEach(function (page, n) { page.hidden = n !== state.page })
  document.getElementById('place').textContent = 'Page ' + (state.page + 1) + ' of ' + pages.length
  pages[state.page].querySelector('h1').focus()
}
function go(by) { state.page = Math.max(0, Math.min(pages.length - 1, state.page + by)); keep(); show() }
function finish() {
  var right = 0
  document.querySelectorAll('fieldset').forEach(function (field, n) {
    var chosen = field.querySelector('input:checked'), good = !!chosen && chosen.value === field.dataset.key
    if (good) right++
    set('cmi.interactions.' + n + '.id', field.id)
    set('cmi.interactions.' + n + '.type', 'choice')
    set('cmi.interactions.' + n + '.student_response', chosen ? chosen.value : '')
    set('cmi.interactions.' + n + '.result', good ? 'correct' : 'wrong')
  })
  var raw = Math.round(100 * right / document.querySelectorAll('fieldset').length)
  set('cmi.core.score.min', 0); set('cmi.core.score.max', 100); set('cmi.core.score.raw', raw)
  set('cmi.core.lesson_status', raw >= 75 ? 'passed' : 'failed')
  keep()
  document.getElementById('result').textContent = right + ' of 4 are right: ' + (raw >= 75 ? 'welcome to the wet laboratory.' : 'read the pages once more, and try again.')
}
window.onload = function () {
  if (api) api.LMSInitialize('')
  try { state = JSON.parse(get('cmi.suspend_data')) || state } catch (error) {}
  document.querySelectorAll('input').forEach(function (input) {
    input.checked = state.answers[input.name] === input.value
    input.onchange = function () { state.answers[input.name] = input.value; keep() }
  })
  show()
}
window.onpagehide = function () { if (api) { set('cmi.core.session_time', length()); set('cmi.core.exit', 'suspend'); api.LMSFinish('') } }`

const pages = [
  {
    heading: 'Before you go in',
    text: 'The wet laboratory is salt water, glass and electricity in one room. Shoes that close, hair tied back, and nothing to eat: that is all, and it is always.',
  },
  {
    heading: 'Water and current',
    text: 'Pumps and lamps hang on the yellow sockets, which switch off within a blink when water finds them. Nothing of yours goes into a yellow socket, and no hand into a tank whose pump runs.',
  },
  {
    heading: 'When something breaks',
    text: 'Glass under water cannot be seen. Say it aloud, so that nobody else reaches in; switch off at the yellow socket; fetch the tongs from the red box. Then call 2140.',
  },
]
const questions = [
  { id: 'shoes', text: 'Which shoes?', options: ['Sandals', 'Shoes that close', 'None'], key: 'b' },
  { id: 'socket', text: 'What hangs on a yellow socket?', options: ['Pumps and lamps', 'A telephone', 'A kettle'], key: 'a' },
  { id: 'hand', text: 'A hand goes into a tank …', options: ['at any time', 'quickly', 'once its pump is off'], key: 'c' },
  { id: 'glass', text: 'Glass has broken in a tank. First you …', options: ['reach in', 'say it aloud', 'go home'], key: 'b' },
]
const letters = 'abc'

const lesson = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Safety in the wet laboratory</title>
<style>${style}</style></head><body><main><p id="place"></p>${pages
  .map(
    ({ heading, text }, nth) =>
      `<section hidden><h1 tabindex="-1">${heading}</h1><p>${text}</p>${nth > 0 ? '<button onclick="go(-1)">Back</button> ' : ''}<button onclick="go(1)">On</button></section>`,
  )
  .join('')}<section hidden><h1 tabindex="-1">Four questions</h1>${questions
  .map(
    ({ id, text, options, key }) =>
      `<fieldset id="${id}" data-key="${key}"><legend>${text}</legend>${options
        .map((option, nth) => `<label><input type="radio" name="${id}" value="${letters[nth]}"> ${option}</label>`)
        .join('')}</fieldset>`,
  )
  .join(
    '',
  )}<button onclick="go(-1)">Back</button> <button onclick="finish()">Hand in</button><p id="result" role="status"></p></section></main><script src="lesson.js"></script></body></html>`

export const wetLaboratory = {
  title: 'Safety in the wet laboratory',
  module: 'Reading the ocean',
  file: 'wet-laboratory.zip',
  parts: {
    'imsmanifest.xml': `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="wet-laboratory" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course"><organization identifier="course"><title>Safety in the wet laboratory</title>
    <item identifier="safety" identifierref="lesson"><title>Safety in the wet laboratory</title><adlcp:masteryscore>75</adlcp:masteryscore></item>
  </organization></organizations>
  <resources><resource identifier="lesson" type="webcontent" adlcp:scormtype="sco" href="lesson.html"><file href="lesson.html"/><file href="lesson.js"/></resource></resources>
</manifest>`,
    'lesson.html': lesson,
    'lesson.js': script,
  },
}
