import { createHash } from 'node:crypto';

/** Stylesheet of the pages. It uses the browser's light or dark theme and loads nothing. */
export const style = `:root{color-scheme:light dark;--bg:#fff;--raise:#f5f6f8;--text:#1b1d21;--dim:#5a6069;--accent:#1a5aa8;--danger:#b0241c;--warn:#865000;--good:#1b683a;--line:#dfe2e7;--edge:#7f8692}
@media(prefers-color-scheme:dark){:root{--bg:#1b1d21;--raise:#26292f;--text:#eef0f3;--dim:#adb3bd;--accent:#8fbff8;--danger:#ffa198;--warn:#f0bb60;--good:#82d49c;--line:#3a3e46;--edge:#848b98}}
*{box-sizing:border-box}
body{margin:0;background:var(--raise);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:30rem;margin:6vh auto 2rem;padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--bg)}
main.wide{max-width:44rem}
h1,p,ul,dl,dd,fieldset{margin:0;padding:0;border:0;min-width:0}
ul{list-style:none}
h1{font-size:1.5rem;line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}
legend{margin-bottom:8px;padding:0;font-weight:600}
main>*+*,form>*+*{margin-top:16px}
bdi{overflow-wrap:anywhere}
small,.dim{color:var(--dim);font-size:.875rem;font-weight:400}
small{display:block}
.firm{display:flex;gap:12px;align-items:center;padding-bottom:16px;border-bottom:1px solid var(--line)}
.firm p{font-weight:600;line-height:1.3}
.mono{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:9px;background:var(--text);color:var(--bg);font-weight:600;font-size:.9375rem}
.mono.other{border:1px solid var(--edge);background:var(--bg);color:var(--text)}
.pair{display:flex;gap:8px;align-items:center}
.pair i{flex:0 1 48px;border-top:2px dotted var(--edge)}
label{display:block;font-weight:600}
input[type=text],input[type=password]{display:block;width:100%;min-height:44px;margin-top:4px;padding:8px 12px;border:1px solid var(--edge);border-radius:6px;background:var(--bg);color:var(--text);font:inherit}
input[aria-invalid]{border:2px solid var(--danger)}
.wrong{display:block;margin-top:4px;color:var(--danger);font-size:.875rem;font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{min-height:44px;padding:9px 18px;border:1px solid var(--edge);border-radius:6px;background:var(--bg);color:var(--text);font:inherit;cursor:pointer}
button.main{width:100%;border-color:var(--accent);background:var(--accent);color:var(--bg);font-weight:600}
button.sure{border-color:var(--danger);background:var(--danger);color:var(--bg);font-weight:600}
button.link{display:block;width:100%;border-color:transparent;background:none;text-decoration:underline;text-underline-offset:3px}
a{color:var(--accent);text-underline-offset:3px}
a.main{display:block;padding:10px 18px;border-radius:6px;background:var(--accent);color:var(--bg);font-weight:600;text-align:center;text-decoration:none}
[role=alert],[role=status]{padding:12px;border:1px solid;border-inline-start-width:5px;border-radius:6px}
[role=alert]{color:var(--danger);font-weight:600}
[role=status]{color:var(--good);font-weight:600}
[role=alert] span,[role=status] span{display:block;color:var(--text);font-weight:400}
.right{display:grid;grid-template-columns:22px 1fr;gap:2px 12px;padding:12px;border:1px solid var(--line);cursor:pointer}
.right:first-of-type{border-radius:6px 6px 0 0}
.right:last-of-type{border-radius:0 0 6px 6px}
.right+.right{border-top:0}
.right input{grid-row:span 2;width:20px;height:20px;margin:2px 0 0;accent-color:var(--accent)}
.right small{grid-column:2}
b{color:var(--warn);font-weight:600}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;font-size:.875rem}
.facts dt{color:var(--dim)}
.who{display:flex;gap:8px;align-items:center;justify-content:space-between;flex-wrap:wrap;font-size:.875rem}
.list{border-top:1px solid var(--line)}
.list li{display:grid;grid-template-columns:40px minmax(0,1fr) auto;gap:4px 12px;align-items:start;padding:12px 0;border-bottom:1px solid var(--line)}
.list form{align-self:center}
.chip{display:inline-block;margin:4px 4px 0 0;padding:0 8px;border:1px solid var(--line);border-radius:20px;font-size:.8125rem}
.chip.risky{border-color:var(--warn);color:var(--warn)}
summary{display:inline-block;min-height:32px;padding:4px 0;cursor:pointer;color:var(--danger);text-decoration:underline;text-underline-offset:3px}
details p{margin:8px 0}
@media(max-width:34rem){body{background:var(--bg)}main{margin:0;padding:16px;border:0;border-radius:0}.list li{grid-template-columns:40px minmax(0,1fr)}.list form{grid-column:2}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:6px}}
@media print{main{border:0}button{display:none}}`;

export const styleHash = createHash('sha256').update(style).digest('base64');
