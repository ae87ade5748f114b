"""Trains the scorer of readings and packs it. Needs PyTorch and NumPy.
Run: python3 training/reading/train.py EXAMPLES WORDS VECTORS OUTPUT [ship]
EXAMPLES comes from write-examples.ts; WORDS and VECTORS are word vectors, 100 int8 columns a word. With `ship`, all rows of the
tables of normalisation are learned, and learned three times; labelled sentences that are held out never are."""
import collections, json, os, random, struct, sys
import numpy as np, torch, torch.nn as nn

torch.set_num_threads(1)
SEED = int(os.environ.get('SEED', 1))
torch.manual_seed(SEED)
random.seed(SEED)
WORDS, LONGEST = 20000, 80
WIDTH, HEADS, FORM, HIDDEN, EPOCHS = (int(os.environ.get(k, v)) for k, v in dict(WIDTH=40, HEADS=3, FORM=64, HIDDEN=96, EPOCHS=16).items())
RATE = float(os.environ.get('RATE', 3e-3))
# How often the sentence before is hidden, so that what is plain in its own sentence is read alike behind any other.
FORGET = float(os.environ.get('FORGET', 0.3))
# How often a word is replaced by another whose vector is like its own, so that readings follow from what words mean.
SYNONYMS = float(os.environ.get('SYNONYMS', 0.2))
# How often the usual reading is hidden, so that the network does not lean on it alone: in labelled sentences, and in tables,
# for which the rules were written.
HIDE, HIDE_TABLE = float(os.environ.get('HIDE', 0.3)), float(os.environ.get('HIDET', 0.7))
examples, word_file, vector_file, output, *rest = sys.argv[1:]
lines = open(examples, encoding='utf-8').read().split('\n')
counts = json.loads(lines[0])
rows = [json.loads(line) for line in lines[1:]]
names = [line.split('\t')[0] for line in open(word_file, encoding='utf-8')]
vectors = np.fromfile(vector_file, dtype=np.int8).reshape(len(names), -1).astype(np.float32)
used = collections.Counter(word for row in rows for word in set(row['words']))
kept = [i for i, name in enumerate(names) if i < WORDS - 5000 or used[name]][:WORDS]
names, vectors = [names[i] for i in kept], vectors[kept]
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
others = sorted(word for word, n in used.items() if n > 1 and word and word not in set(names))
names += others
vectors = np.concatenate([np.zeros((1, 100), np.float32), vectors * 3, np.zeros((len(names) - len(vectors), 100), np.float32)])
vectors = torch.tensor(vectors)


def find_synonyms(count, most=6):
    """The places of the words whose vectors are most like each word's own. The first `count` words have vectors of their own; the others have no word but themselves."""
    found = torch.arange(len(vectors))[:, None].repeat(1, most)
    unit = nn.functional.normalize(vectors[1:count + 1], dim=1)
    for at in range(0, count, 1000):
        likeness = unit[at:at + 1000] @ unit.T
        found[1 + at:1 + at + len(likeness)] = likeness.topk(most + 1).indices[:, 1:] + 1
    return found


synonyms = find_synonyms(len(kept))
number = {name: i + 1 for i, name in enumerate(names)}
OUTPUTS = len(counts['outputs'])
# The words of each reading that is a line of a table of English, by their numbers; 0 for none.
meanings = torch.zeros(OUTPUTS, 4, dtype=torch.long)
for i, meaning in enumerate(counts['meanings']):
    known = [number[word] for word in meaning.split(' ') if word in number][:4]
    meanings[i, :len(known)] = torch.tensor(known, dtype=torch.long)
# From here on, distances are those of the sentence before.
EARLIER = counts['distances'] - 2
print(len(names), 'words', OUTPUTS, 'outputs', flush=True)


# Sentences that were written to be judged one by one count more than rows of tables, which the rules were written for, and running
# text, read by a service that makes mistakes, counts less.
WEIGHTS = {'running': float(os.environ.get('RUNNING_WEIGHT', 0.5)), 'labels': float(os.environ.get('LABELS', 1.5)), 'more': float(os.environ.get('LABELS', 1.5)), 'twins': float(os.environ.get('TWINS', 2))}
SEQUENCES = ('words', 'shapes', 'distances', 'steps', 'there')


def tensors(rows):
    n, long = len(rows), min(LONGEST, max(len(row['words']) for row in rows))
    t = {k: torch.zeros(n, long, dtype=torch.long) for k in ('words', 'shapes', 'distances')}
    t['steps'] = torch.full((n, long), -1, dtype=torch.long)
    t['there'] = torch.zeros(n, long, dtype=torch.bool)
    t['form'] = torch.zeros(n, counts['forms'])
    t['usual'] = torch.zeros(n, OUTPUTS)
    t['hide'] = torch.zeros(n)
    t['allowed'] = torch.zeros(n, OUTPUTS, dtype=torch.bool)
    t['right'] = torch.zeros(n, OUTPUTS, dtype=torch.bool)
    t['weight'] = torch.ones(n)
    for i, row in enumerate(rows):
        m = min(len(row['words']), long)
        t['words'][i, :m] = torch.tensor([number.get(w, 0) for w in row['words'][:m]], dtype=torch.long)
        for k in ('shapes', 'distances', 'steps'):
            t[k][i, :m] = torch.tensor(row[k][:m], dtype=torch.long)
        t['there'][i, :m] = True
        t['form'][i, row['form']] = 1
        if 'usual' in row:
            t['usual'][i, row['usual']] = 1
        t['hide'][i] = HIDE_TABLE if row['origin'] == 'table' else HIDE
        t['allowed'][i, row['allowed']] = True
        t['right'][i, row['right']] = True
        t['weight'][i] = WEIGHTS.get(row['origin'], 1)
    return t


class Net(nn.Module):
    def __init__(self, width=WIDTH, form=FORM, hidden=HIDDEN, heads=HEADS):
        super().__init__()
        self.width, self.heads = width, heads
        self.project = nn.Linear(vectors.shape[1], width, bias=False)
        self.own = nn.Embedding(len(vectors), width)
        nn.init.zeros_(self.own.weight)
        self.shape = nn.Embedding(counts['shapes'], width)
        nn.init.normal_(self.shape.weight, std=0.2)
        self.distance = nn.Embedding(counts['distances'], heads)
        nn.init.zeros_(self.distance.weight)
        self.next, self.previous = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        for beside in (self.next, self.previous):
            nn.init.normal_(beside.weight, std=0.05)
        self.form = nn.Linear(counts['forms'], form, bias=False)
        self.usual = nn.Linear(OUTPUTS, form, bias=False)
        self.query = nn.Linear(form, heads * width, bias=False)
        self.hidden = nn.Linear(heads * width + (2 * counts['beside'] + 1) * width + form, hidden)
        self.output = nn.Linear(hidden, OUTPUTS)
        # What a sentence says of the words that are meant, so that a rare meaning profits from those that are like it.
        self.meant = nn.Linear(hidden, width, bias=False)
        nn.init.normal_(self.meant.weight, std=0.02)
        self.trust = nn.Parameter(torch.zeros(OUTPUTS))

    def describe_meanings(self):
        """For each reading the mean of the rows of its words; nothing for what is no line of a table."""
        rows = (self.project(vectors[meanings]) + self.own(meanings)) * (meanings > 0)[..., None]
        return rows.sum(1) / (meanings > 0).sum(1).clamp(min=1)[:, None]

    def forward(self, b):
        words, usual, there = b['words'], b['usual'], b['there']
        if self.training:
            there = there & ((torch.rand(len(words)) > FORGET)[:, None] | (b['distances'] < EARLIER))
            words = words * (torch.rand(words.shape) > 0.1)
            other = synonyms[words, torch.randint(0, synonyms.shape[1], words.shape)]
            words = torch.where(torch.rand(words.shape) < SYNONYMS, other, words)
            usual = usual * (torch.rand(len(usual)) > b['hide'])[:, None]
        drop = lambda x, p: nn.functional.dropout(x, p, self.training)
        x = self.project(drop(vectors[words], 0.2)) + self.own(words) + self.shape(b['shapes'])
        x = x * there[..., None]
        # What each word means between its neighbours.
        y, x = x, torch.relu(x)
        y = y + nn.functional.pad(self.next(x[:, 1:]), (0, 0, 0, 1)) + nn.functional.pad(self.previous(x[:, :-1]), (0, 0, 1, 0))
        y = torch.relu(y) * there[..., None]
        target = torch.tanh(self.form(b['form']) + self.usual(usual))
        q = self.query(target).view(-1, self.heads, self.width)
        a = torch.einsum('nhd,ntd->nht', q, y) / self.width ** 0.5 + self.distance(b['distances']).transpose(1, 2)
        a = a.masked_fill(~there[:, None], -1e9).softmax(-1) * there[:, None]
        v = torch.einsum('nht,ntd->nhd', a, y).flatten(1)
        beside = [(x * (b['steps'] == s)[..., None]).sum(1) for s in range(2 * counts['beside'] + 1)]
        z = torch.cat([drop(v, 0.25), drop(torch.cat(beside, -1), 0.25), target], -1)
        h = drop(torch.relu(self.hidden(z)), 0.2)
        o = self.output(h) + self.meant(h) @ self.describe_meanings().T + self.trust * usual
        return o.masked_fill(~b['allowed'], -1e9)


# For the learning curve: which part of the labelled sentences is learned, and which kinds of them are not.
share, without = float(os.environ.get('SHARE', 1)), os.environ.get('WITHOUT', '').split()
if share < 1 or without:
    taken = {i for i in sorted({r['row'] for r in rows}) if random.random() < share}
    rows = [r for r in rows if r['heldOut'] or r['origin'] in ('table', 'running') or r['row'] in taken and r['origin'] not in without]
learned = [r for r in rows if r['right'] and (not r['heldOut'] or rest and r['origin'] == 'table')]
if rest:
    # The shipped network must read every row of the tables of normalisation as the tests say.
    learned += 2 * [r for r in learned if r['origin'] == 'table']
judged = [r for r in rows if r['heldOut']]
t = tensors(learned)
net = Net()
parts = dict(net.named_parameters())
opt = torch.optim.AdamW([{'params': [p for n, p in parts.items() if n != 'own.weight'], 'lr': RATE, 'weight_decay': 1e-3},
                         {'params': [parts['own.weight']], 'lr': RATE / 2, 'weight_decay': 0.01}])
order, size = list(range(len(learned))), 128
lengths = [min(LONGEST, len(row['words'])) for row in learned]
steps = max(1, EPOCHS * (len(order) // size + 1))
plan = torch.optim.lr_scheduler.LambdaLR(opt, lambda k: min(1, (k + 1) / 60) * max(0.02, 1 - k / steps))
print(len(learned), 'learned', len(judged), 'judged', flush=True)
for epoch in range(EPOCHS):
    # Rows of about the same length go together, so that little of a batch is padding.
    random.shuffle(order)
    order = [i for at in range(0, len(order), 40 * size) for i in sorted(order[at:at + 40 * size], key=lambda i: lengths[i])]
    batches = [order[i:i + size] for i in range(0, len(order), size)]
    random.shuffle(batches)
    net.train()
    total = 0
    for batch in batches:
        longest = max(lengths[i] for i in batch)
        b = {k: v[batch][:, :longest] if k in SEQUENCES else v[batch] for k, v in t.items()}
        logs = net(b).log_softmax(-1).masked_fill(~b['right'], -1e9).logsumexp(-1)
        loss = -logs.masked_fill(~b['right'].any(-1), 0)
        loss = (loss * b['weight']).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        plan.step()
        total += float(loss.detach())
    print(epoch, round(total / (len(order) / size), 3), flush=True)
net.eval()
with torch.no_grad():
    best = torch.cat([net(tensors(judged[i:i + 512])).argmax(-1) for i in range(0, len(judged), 512)])
groups = collections.defaultdict(lambda: [0, 0, 0])
for row, k in zip(judged, best):
    for key in ((row['family'], row['origin'], row['evidence']), ('ALL', row['origin'], row['evidence'])):
        g = groups[key]
        g[0] += row.get('usual') in row['right']
        g[1] += int(k) in row['right']
        g[2] += 1
for key, (usual, right, all_) in sorted(groups.items()):
    print(*key, usual, '->', right, 'of', all_)


def pack(m):
    m = m.detach().numpy().astype(np.float32)
    step = np.maximum(np.abs(m).max(0), 1e-6) / 127
    return struct.pack('<I', m.shape[1]) + step.astype('<f4').tobytes() + np.round(m / step).astype(np.int8).tobytes()


with torch.no_grad():
    net.output.weight += net.describe_meanings() @ net.meant.weight
bias = lambda layer: torch.cat([layer.weight.T, layer.bias[None]])
table = vectors @ net.project.weight.T + net.own.weight
sections = ['\n'.join(names).encode(), '\n'.join(counts['outputs']).encode()] + [pack(m) for m in (
    table, net.shape.weight, net.distance.weight, net.next.weight.T, net.previous.weight.T, net.form.weight.T, net.usual.weight.T, net.query.weight.T,
    bias(net.hidden), bias(net.output), net.meant.weight.T, net.trust[None])]
with open(output, 'wb') as f:
    f.write(b'DRDG' + struct.pack('<II', 4, len(sections)) + b''.join(struct.pack('<I', len(s)) for s in sections) + b''.join(sections))
