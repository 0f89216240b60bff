#!/usr/bin/env python3
import subprocess,sys,re
spec,prog=sys.argv[1],sys.argv[2:]
text=open(spec,encoding='utf8').read().replace('\r\n','\n')
ex=[]
for m in re.finditer(r'^`{32} example([^\n]*)\n(.*?)^\.\n(.*?)^`{32}$',text,re.M|re.S):
    ex.append((m.group(2).replace('→','\t'),m.group(3).replace('→','\t'),m.group(1).strip()))
r=subprocess.run(prog,input='\0'.join(e[0] for e in ex).encode()+b'\0',stdout=subprocess.PIPE)
out=r.stdout.decode('utf8','replace').split('\0')
bad=0
def norm(h):
    h=re.sub(r'<tbody></tbody>','',h)
    return h.strip()
for i,(md,html,tag) in enumerate(ex):
    got=out[i] if i<len(out) else 'CRASH'
    if tag=='tagfilter' : got=re.sub(r'<(?=/?(title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext))','&lt;',got,flags=re.I)
    if norm(got)!=norm(html):
        bad+=1
        if bad<=40: print('--- %d %s\n%s\n>>> expected\n%s\n>>> got\n%s'%(i+1,tag,md,html,got))
print(len(ex),'examples',bad,'failed', 'rc',r.returncode)
