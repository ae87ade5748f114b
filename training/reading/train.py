"""Trains the scorer of readings and packs it. Needs PyTorch and NumPy.
Run: python3 training/reading/train.py EXAMPLES WORDS VECTORS OUTPUT [all]
EXAMPLES comes from write-examples.ts; WORDS and VECTORS are word vectors, 100 int8 columns a word. With `all`, the examples
that are held out are learned too."""
import json, random, struct, sys
import numpy as np, torch, torch.nn as nn

torch.set_num_threads(1)
torch.manual_seed(1)
random.seed(1)
WORDS, WIDTH, HEADS, FIGURE, HIDDEN, EPOCHS, LONGEST = 18000, 64, 3, 32, 96, 14, 80
examples, word_file, vector_file, output, *rest = sys.argv[1:]
lines = open(examples, encoding='utf-8').read().split('\n')
counts = json.loads(lines[0])
rows = [json.loads(line) for line in lines[1:]]
names = [line.split('\t')[0] for line in open(word_file, encoding='utf-8')]
vectors = np.fromfile(vector_file, dtype=np.int8).reshape(len(names), -1).astype(np.float32)
used = {word for row in rows for word in row['words']}
kept = [i for i, name in enumerate(names) if i < WORDS - 3000 or name in used][:WORDS]
names = [names[i] for i in kept]
vectors = vectors[kept]
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
vectors = torch.tensor(np.concatenate([np.zeros((1, vectors.shape[1]), np.float32), vectors * 3]))
number = {name: i + 1 for i, name in enumerate(names)}


def tensors(rows):
    n, long = len(rows), min(LONGEST, max(len(row['words']) for row in rows))
    t = {k: torch.zeros(n, long, dtype=torch.long) for k in ('words', 'shapes', 'distances', 'steps')}
    t['there'] = torch.zeros(n, long, dtype=torch.bool)
    t['figure'] = torch.zeros(n, counts['figures'])
    t['allowed'] = torch.zeros(n, counts['classes'], dtype=torch.bool)
    t['right'] = torch.zeros(n, counts['classes'], dtype=torch.bool)
    for i, row in enumerate(rows):
        m = min(len(row['words']), long)
        t['words'][i, :m] = torch.tensor([number.get(w, 0) for w in row['words'][:m]], dtype=torch.long)
        for k in ('shapes', 'distances', 'steps'):
            t[k][i, :m] = torch.tensor(row[k][:m], dtype=torch.long)
        t['there'][i, :m] = True
        t['figure'][i, row['figure']] = 1
        t['allowed'][i, row['allowed']] = True
        t['right'][i, row['right']] = True
    return t


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(vectors.shape[1], WIDTH, bias=False)
        self.own = nn.Embedding(len(vectors), WIDTH)
        nn.init.zeros_(self.own.weight)
        self.shape = nn.Embedding(counts['shapes'], WIDTH)
        self.distance = nn.Embedding(counts['distances'], WIDTH)
        for e in (self.shape, self.distance):
            nn.init.normal_(e.weight, std=0.2)
        self.figure = nn.Linear(counts['figures'], FIGURE, bias=False)
        self.query = nn.Linear(FIGURE, HEADS * WIDTH, bias=False)
        self.hidden = nn.Linear(HEADS * WIDTH + 2 * counts['beside'] * WIDTH + FIGURE, HIDDEN)
        self.output = nn.Linear(HIDDEN, counts['classes'])

    def forward(self, b):
        words = b['words']
        if self.training:
            words = words * (torch.rand(words.shape) > 0.1)
        drop = lambda x, p: nn.functional.dropout(x, p, self.training)
        x = self.project(drop(vectors[words], 0.2)) + self.own(words) + self.shape(b['shapes']) + self.distance(b['distances'])
        x = torch.relu(x) * b['there'][..., None]
        target = torch.tanh(self.figure(b['figure']))
        q = self.query(target).view(-1, HEADS, WIDTH)
        a = torch.einsum('nhd,ntd->nht', q, x) / WIDTH ** 0.5
        a = a.masked_fill(~b['there'][:, None], -1e9).softmax(-1) * b['there'][:, None]
        v = torch.einsum('nht,ntd->nhd', a, x).flatten(1)
        near = counts['beside']
        beside = [(x * (b['steps'] == s)[..., None]).sum(1) for s in range(-near, near + 1) if s]
        z = torch.cat([drop(v, 0.4), drop(torch.cat(beside, -1), 0.4), target], -1)
        o = self.output(drop(torch.relu(self.hidden(z)), 0.4))
        return o.masked_fill(~b['allowed'], -1e9)


learned = [r for r in rows if r['right'] and (rest or not r['heldOut'])]
if rest:
    # The shipped network must read every row of the tables of normalisation as the tests say.
    learned += 3 * [r for r in learned if r['origin'] == 'table']
judged = [r for r in rows if r['heldOut']]
t = tensors(learned)
net = Net()
parts = dict(net.named_parameters())
opt = torch.optim.AdamW([{'params': [p for n, p in parts.items() if n != 'own.weight'], 'lr': 2e-3, 'weight_decay': 1e-3},
                         {'params': [parts['own.weight']], 'lr': 1e-3, 'weight_decay': 0.01}])
order, size = list(range(len(learned))), 64
steps = EPOCHS * (len(order) // size + 1)
plan = torch.optim.lr_scheduler.LambdaLR(opt, lambda k: min(1, (k + 1) / 60) * max(0.02, 1 - k / steps))
for epoch in range(EPOCHS):
    random.shuffle(order)
    total = 0
    for i in range(0, len(order), size):
        b = {k: v[order[i:i + size]] for k, v in t.items()}
        logs = net(b).log_softmax(-1).masked_fill(~b['right'], -1e9).logsumexp(-1)
        loss = -logs.mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        plan.step()
        total += float(loss.detach())
    print(epoch, round(total / (len(order) / size), 3), flush=True)
net.eval()
with torch.no_grad():
    best = net(tensors(judged)).argmax(-1)
groups = {}
for row, k in zip(judged, best):
    g = groups.setdefault((row['family'], row['origin'], row['evidence']), [0, 0])
    g[0] += int(k) in row['right']
    g[1] += 1
for key, (right, all_) in sorted(groups.items()):
    print(*key, right, 'of', all_)


def pack(m):
    m = m.detach().numpy().astype(np.float32)
    step = np.maximum(np.abs(m).max(0), 1e-6) / 127
    return struct.pack('<I', m.shape[1]) + step.astype('<f4').tobytes() + np.round(m / step).astype(np.int8).tobytes()


bias = lambda layer: torch.cat([layer.weight.T, layer.bias[None]])
sections = ['\n'.join(names).encode()] + [pack(m) for m in (
    vectors @ net.project.weight.T + net.own.weight, net.shape.weight, net.distance.weight,
    net.figure.weight.T, net.query.weight.T, bias(net.hidden), bias(net.output))]
with open(output, 'wb') as f:
    f.write(b'DRDG' + struct.pack('<II', 1, len(sections)) + b''.join(struct.pack('<I', len(s)) for s in sections) + b''.join(sections))
